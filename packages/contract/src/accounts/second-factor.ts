import { z } from 'zod'
import { id, instant, trimmedText } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { loginReply, password } from './accounts.ts'

const token = z.string().min(1).max(200)
/** A time-based one-time password (RFC 6238) of six digits. Spaces, which apps show between the digits, are ignored. */
const totpCode = z
  .string()
  .max(20)
  .transform(code => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^[0-9]{6}$/))
/** The server compares letters and digits only, in any case. */
const recoveryCode = z.string().trim().min(1).max(60)
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }
const extensionResults = z.record(z.string(), z.unknown()).default({})

/** RegistrationResponseJSON of WebAuthn Level 3. */
const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().min(1).max(30)).max(10).optional(),
  }),
  clientExtensionResults: extensionResults,
})
/** AuthenticationResponseJSON of WebAuthn Level 3. */
const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
  }),
  clientExtensionResults: extensionResults,
})

const factor = z.object({
  id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type SecondFactor = z.infer<typeof factor>

const secondFactors = z.object({
  factors: z.array(factor),
  /** Unused recovery codes; 0 without a factor. */
  recovery_codes_left: z.number().int(),
})
export type SecondFactors = z.infer<typeof secondFactors>

/** `recovery_codes`: shown once, with the first factor of the account; null for a further factor. */
const addedFactor = z.object({ factor, recovery_codes: z.array(z.string()).nullable() })

const name = trimmedText(60)
const confirmation = z.object({ password })
const rateLimit = { max: 20, seconds: 900, by: 'user' } as const

/**
 * The second factors of the caller's own account: authenticator apps (TOTP) and passkeys (WebAuthn), with recovery codes.
 * Every change needs the password again.
 */
export const secondFactor = {
  completeSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/login/second-factor/',
    access: 'anyone',
    summary: 'Complete a sign-in that got the error second_factor_required; the reply is that of the sign-in',
    body: z.discriminatedUnion('method', [
      z.object({ method: z.literal('totp'), challenge: token, code: totpCode }),
      z.object({ method: z.literal('recovery_code'), challenge: token, code: recoveryCode }),
      z.object({ method: z.literal('passkey'), challenge: token, credential: authenticationResponse }),
    ]),
    reply: loginReply,
    errors: ['challenge_expired', 'code_invalid', 'passkey_invalid', 'second_factor_blocked', 'account_deactivated'],
    rateLimit: { max: 300, seconds: 300, by: 'address' },
  }),
  listSecondFactors: endpoint({
    method: 'GET',
    path: '/api/account/second-factors/',
    access: 'user',
    summary: 'List the second factors of the caller, and how many recovery codes are left',
    reply: secondFactors,
  }),
  startTotp: endpoint({
    method: 'POST',
    path: '/api/account/second-factors/totp/',
    access: 'user',
    summary: 'Start to add an authenticator app; it is added once its first code is confirmed',
    body: confirmation,
    /** `secret` is Base32, for typing; `uri` is the otpauth URI of the QR code. */
    reply: z.object({ setup: z.string(), secret: z.string(), uri: z.string(), expires_at: instant }),
    errors: ['wrong_password', 'sign_in_blocked', 'too_many_factors'],
    rateLimit,
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/account/second-factors/totp/confirm/',
    access: 'user',
    summary: 'Add the authenticator app with a code that it shows',
    body: z.object({ setup: token, code: totpCode, name }),
    status: 201,
    reply: addedFactor,
    errors: ['challenge_expired', 'code_invalid', 'too_many_factors'],
    rateLimit,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/account/second-factors/passkeys/',
    access: 'user',
    summary: 'Start to add a passkey',
    body: confirmation,
    /** `options`: PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. */
    reply: z.object({ setup: z.string(), options: z.record(z.string(), z.unknown()), expires_at: instant }),
    errors: ['wrong_password', 'sign_in_blocked', 'too_many_factors'],
    rateLimit,
  }),
  confirmPasskey: endpoint({
    method: 'POST',
    path: '/api/account/second-factors/passkeys/confirm/',
    access: 'user',
    summary: 'Add the passkey that the browser created',
    body: z.object({ setup: token, credential: registrationResponse, name }),
    status: 201,
    reply: addedFactor,
    errors: ['challenge_expired', 'passkey_invalid', 'passkey_taken', 'too_many_factors'],
    rateLimit,
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/api/account/second-factors/{id}/remove/',
    access: 'user',
    summary: 'Remove a second factor; without the last one the recovery codes are deleted',
    body: confirmation,
    reply: secondFactors,
    errors: ['wrong_password', 'sign_in_blocked'],
    rateLimit,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/recovery-codes/',
    access: 'user',
    summary: 'Replace the recovery codes; they are shown once and the old ones stop working',
    body: confirmation,
    reply: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['wrong_password', 'sign_in_blocked', 'second_factor_missing'],
    rateLimit,
  }),
}
