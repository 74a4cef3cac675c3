import { randomBytes } from 'node:crypto'
import { email as emailAddress } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { deriveToken, deriveTokens, hashToken, isSameHash } from '../secrets.ts'

/** Where attempts for one account come from. */
export type Source = {
  /** True if the account has signed in on this device, or has set a password with a link from its inbox. */
  isKnownDevice: boolean
  /** Identifies the device, otherwise the network. A keyed hash, different for every email address. */
  hash: Buffer
}

/** A family shares a phone: the cookie of a device contains one token per account. The accounts that signed in last are remembered. */
const maxAccountsPerDevice = 8

const tokenPattern = /^([\w-]{22})([\w-]{43})$/

/** Returns the key under which wrong codes of an account are counted, apart from its wrong passwords. */
export const secondFactorKey = (email: string): string => `second-factor ${email}`

/** Keys of one account: its email address for the password, and `secondFactorKey`. */
type Signed = { key: string; passwordHash: string }

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a token is a nonce and its HMAC for one
 * email address, so nothing is stored. It does not sign anybody in; it only exempts from limits that unknown devices use up.
 * The hash of the password is signed as well, so a new password voids the tokens that a thief may have.
 */
const toSeed = ({ key, passwordHash }: Signed, nonce: string) => `${key} ${passwordHash} ${nonce}`

/** Checks a signature against every accepted secret. */
const isSignature = (app: App, signed: Signed, nonce: string, signature: string): boolean =>
  deriveTokens(app, 'device', toSeed(signed, nonce))
    .map(expected => isSameHash(hashToken(signature), hashToken(expected)))
    .includes(true)

const readTokens = (cookie: string | undefined): string[] =>
  (cookie ?? '')
    .split('.')
    .filter(token => tokenPattern.test(token))
    .slice(0, maxAccountsPerDevice)

function findNonce(app: App, signed: Signed, cookie: string | undefined): string | undefined {
  // Checks all tokens, so that the time does not depend on which one matches.
  const nonces = readTokens(cookie).flatMap(token => {
    const [, nonce = '', signature = ''] = tokenPattern.exec(token) ?? []
    return isSignature(app, signed, nonce, signature) ? [nonce] : []
  })
  return nonces[0]
}

const hashSource = (app: App, email: string, source: string) =>
  Buffer.from(deriveToken(app, 'source', `${email} ${source}`), 'base64url')

/** Identifies where an attempt comes from, under the email address of an account or its `secondFactorKey`. */
export async function identifySource(app: App, key: string, { network, deviceCookie }: RequestOrigin): Promise<Source> {
  if (readTokens(deviceCookie.value).length === 0) return identifyNetwork(app, key, network)
  const user = await app.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', key.replace(secondFactorKey(''), ''))
    .executeTakeFirst()
  const nonce = findNonce(app, { key, passwordHash: user?.password_hash ?? '' }, deviceCookie.value)
  return nonce === undefined
    ? identifyNetwork(app, key, network)
    : { isKnownDevice: true, hash: hashSource(app, key, `device ${nonce}`) }
}

export const identifyNetwork = (app: App, email: string, network: string): Source => ({
  isKnownDevice: false,
  hash: hashSource(app, email, `network ${network}`),
})

/** Returns a key of the account whose email address a request contains, if the account knows the device. */
export async function findKnownAccount(app: App, body: unknown, origin: RequestOrigin): Promise<string | undefined> {
  const { data: normalized } = emailAddress.safeParse(Object(body).email)
  if (normalized === undefined) return undefined
  if (!(await identifySource(app, normalized, origin)).isKnownDevice) return undefined
  return hashSource(app, normalized, 'account').toString('base64url')
}

/** Returns the source hash under which the attempts of all unknown devices count together. */
export const hashOfUnknownDevices = (app: App, email: string): Buffer => hashSource(app, email, 'unknown devices')

/**
 * Makes the device known under these keys, the email address of an account and its second factor, until the password is
 * another one. It keeps other tokens.
 */
export function rememberDevice(
  app: App,
  { keys, passwordHash }: { keys: readonly string[]; passwordHash: string },
  { deviceCookie }: RequestOrigin,
): void {
  let tokens = readTokens(deviceCookie.value)
  for (const key of keys) {
    const signed = { key, passwordHash }
    const nonce = findNonce(app, signed, deviceCookie.value) ?? randomBytes(16).toString('base64url')
    // A known device gets the same token, signed with the current secret.
    tokens = [
      `${nonce}${deriveToken(app, 'device', toSeed(signed, nonce))}`,
      ...tokens.filter(other => !other.startsWith(nonce)),
    ]
  }
  deviceCookie.set(tokens.slice(0, maxAccountsPerDevice).join('.'))
}
