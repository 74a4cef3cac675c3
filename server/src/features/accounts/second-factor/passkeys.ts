import type { secondFactor } from '@kutu/contract/accounts/second-factor'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { apiError } from '../../../platform/http/api-error.ts'

type RegistrationResponse = z.output<typeof secondFactor.confirmPasskey.body>['credential']
type SignInBody = z.output<typeof secondFactor.completeSignIn.body>
export type AuthenticationResponse = Extract<SignInBody, { method: 'passkey' }>['credential']

/** A passkey as it is stored. */
export type Passkey = { credential_id: string; public_key: Buffer; counter: number; transports: string[] }

/** The relying party is the host of the web app: an authenticator never signs for another one, which stops phishing. */
const relyingParty = ({ config }: App) => {
  const { hostname, origin } = new URL(config.appUrl)
  return { rpID: hostname, origin }
}

const toDescriptors = (passkeys: readonly Pick<Passkey, 'credential_id' | 'transports'>[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({ id, transports }))

/** Returns the options for `navigator.credentials.create`. */
export const createRegistrationOptions = (
  app: App,
  user: { id: string; email: string; username: string },
  existing: readonly Pick<Passkey, 'credential_id' | 'transports'>[],
) =>
  generateRegistrationOptions({
    rpName: 'Kutu',
    rpID: relyingParty(app).rpID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.username,
    excludeCredentials: toDescriptors(existing),
    // The password was checked already: presence of the user is enough.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

/** Returns the options for `navigator.credentials.get`. */
export const createAuthenticationOptions = (
  app: App,
  passkeys: readonly Pick<Passkey, 'credential_id' | 'transports'>[],
) =>
  generateAuthenticationOptions({
    rpID: relyingParty(app).rpID,
    allowCredentials: toDescriptors(passkeys),
    userVerification: 'preferred',
  })

/** Verifies what the browser created. @throws passkey_invalid */
export async function verifyRegistration(
  app: App,
  response: RegistrationResponse,
  expectedChallenge: string,
): Promise<Passkey> {
  const { rpID, origin } = relyingParty(app)
  const { transports = [] } = response.response
  const result = await settle(
    app,
    verifyRegistrationResponse({
      response: { ...response, response: { ...response.response, transports } },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    }),
  )
  if (!result?.verified || result.registrationInfo.credential.id !== response.id) throw apiError('passkey_invalid')
  const { id, publicKey, counter } = result.registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports }
}

/** Verifies a signature and returns the new counter; undefined if it is wrong or its counter went back. */
export async function verifyAuthentication(
  app: App,
  response: AuthenticationResponse,
  { expectedChallenge, passkey }: { expectedChallenge: string; passkey: Passkey },
): Promise<number | undefined> {
  const { rpID, origin } = relyingParty(app)
  const credential: WebAuthnCredential = {
    id: passkey.credential_id,
    publicKey: new Uint8Array(passkey.public_key),
    counter: passkey.counter,
    transports: passkey.transports,
  }
  const result = await settle(
    app,
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential,
      requireUserVerification: false,
    }),
  )
  return result?.verified ? result.authenticationInfo.newCounter : undefined
}

/** Returns undefined for a rejected response: the library throws plain errors for everything that is wrong with one. */
async function settle<T>(app: App, verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification
  } catch (error) {
    app.log.info({ err: error }, 'a passkey was rejected')
    return undefined
  }
}
