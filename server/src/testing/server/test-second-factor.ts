import { generate } from 'otplib'
import { FakeAuthenticator } from '../fakes/authenticator.ts'
import type { TestServer } from './test-server.ts'
import { password, type TestUser } from './test-users.ts'

/** An authenticator app on a phone whose clock agrees with the server. */
export type TestApp = { id: string; secret: string; code: (stepsAhead?: number) => Promise<string> }

const codeOf = (server: TestServer, secret: string, stepsAhead: number) =>
  generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) + stepsAhead * 30 })

/** Adds an authenticator app and waits until its first code has expired. Returns the recovery codes of a first factor. */
export async function addTestApp(server: TestServer, { token }: TestUser, name = 'My phone') {
  const started = await server.request('POST /api/account/second-factors/totp/', { token, body: { password } })
  if (started.status !== 200) throw new Error(`starting an app answered ${JSON.stringify(started.body)}`)
  const { setup, secret } = started.body
  const body = { setup, name, code: await codeOf(server, secret, 0) }
  const added = await server.request('POST /api/account/second-factors/totp/confirm/', { token, body })
  if (added.status !== 201) throw new Error(`adding an app answered ${JSON.stringify(added.body)}`)
  server.clock.advance(60_000)
  const app: TestApp = {
    id: added.body.factor.id,
    secret,
    code: (stepsAhead = 0) => codeOf(server, secret, stepsAhead),
  }
  return { app, recoveryCodes: added.body.recovery_codes as string[] }
}

/** The site as a browser sees it. */
export const siteOf = (server: TestServer) => {
  const { origin, hostname } = new URL(server.app.config.appUrl)
  return { origin, rpId: hostname }
}

/** Adds a passkey. */
export async function addTestPasskey(server: TestServer, { token }: TestUser, name = 'My key') {
  const started = await server.request('POST /api/account/second-factors/passkeys/', { token, body: { password } })
  if (started.status !== 200) throw new Error(`starting a passkey answered ${JSON.stringify(started.body)}`)
  const authenticator = new FakeAuthenticator()
  const { setup, options } = started.body
  const credential = authenticator.create({ ...siteOf(server), challenge: options.challenge })
  const body = { setup, name, credential }
  const added = await server.request('POST /api/account/second-factors/passkeys/confirm/', { token, body })
  if (added.status !== 201) throw new Error(`adding a passkey answered ${JSON.stringify(added.body)}`)
  return { id: added.body.factor.id as string, authenticator, recoveryCodes: added.body.recovery_codes }
}
