import { z } from 'zod'
import { instant } from '../common.ts'

/** Ways to prove the second factor of an account. */
export const secondFactorMethod = z.enum(['totp', 'passkey', 'recovery_code'])
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>

/** The second step that a sign-in with the correct password still needs. It is part of the error `second_factor_required`. */
export const signInChallenge = z.object({
  /** Goes into the request that completes the sign-in. It works once. */
  token: z.string(),
  expires_at: instant,
  methods: z.array(secondFactorMethod),
  /** PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3); null if the account has no passkey. */
  passkey_options: z.record(z.string(), z.unknown()).nullable(),
})
export type SignInChallenge = z.infer<typeof signInChallenge>
