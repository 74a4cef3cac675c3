import { randomBytes } from 'node:crypto'
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

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a token is a nonce and its HMAC for one
 * email address, so nothing is stored. It does not sign anybody in; it only exempts from limits that strangers use up.
 */
const signNonce = (app: App, email: string, nonce: string) => deriveToken(app, 'device', `${email} ${nonce}`)

/** Checks a signature against every accepted secret. */
const isSignature = (app: App, email: string, nonce: string, signature: string): boolean =>
  deriveTokens(app, 'device', `${email} ${nonce}`)
    .map(expected => isSameHash(hashToken(signature), hashToken(expected)))
    .includes(true)

const readTokens = (cookie: string | undefined): string[] =>
  (cookie ?? '')
    .split('.')
    .filter(token => tokenPattern.test(token))
    .slice(0, maxAccountsPerDevice)

function findNonce(app: App, email: string, cookie: string | undefined): string | undefined {
  // Checks all tokens, so that the time does not depend on which one matches.
  const nonces = readTokens(cookie).flatMap(token => {
    const [, nonce = '', signature = ''] = tokenPattern.exec(token) ?? []
    return isSignature(app, email, nonce, signature) ? [nonce] : []
  })
  return nonces[0]
}

const hashSource = (app: App, email: string, source: string) =>
  Buffer.from(deriveToken(app, 'source', `${email} ${source}`), 'base64url')

export function identifySource(app: App, email: string, { network, deviceCookie }: RequestOrigin): Source {
  const nonce = findNonce(app, email, deviceCookie.value)
  return nonce === undefined
    ? identifyNetwork(app, email, network)
    : { isKnownDevice: true, hash: hashSource(app, email, `device ${nonce}`) }
}

export const identifyNetwork = (app: App, email: string, network: string): Source => ({
  isKnownDevice: false,
  hash: hashSource(app, email, `network ${network}`),
})

/** Returns a key of the account whose email address a request contains, if the account knows the device. */
export function findKnownAccount(app: App, body: unknown, origin: RequestOrigin): string | undefined {
  const { email }: { email?: unknown } = Object(body)
  if (typeof email !== 'string') return undefined
  const normalized = email.trim().toLowerCase()
  if (!identifySource(app, normalized, origin).isKnownDevice) return undefined
  return hashSource(app, normalized, 'account').toString('base64url')
}

/** Returns the source hash under which the attempts of all unknown devices count together. */
export const hashOfStrangers = (app: App, email: string): Buffer => hashSource(app, email, 'strangers')

/** Makes the device known under these keys: the email address of an account, and its second factor. It keeps other tokens. */
export function rememberDevice(app: App, keys: readonly string[], { deviceCookie }: RequestOrigin): void {
  let tokens = readTokens(deviceCookie.value)
  for (const key of keys) {
    const nonce = findNonce(app, key, deviceCookie.value) ?? randomBytes(16).toString('base64url')
    // A known device gets the same token, signed with the current secret.
    tokens = [`${nonce}${signNonce(app, key, nonce)}`, ...tokens.filter(other => !other.startsWith(nonce))]
  }
  deviceCookie.set(tokens.slice(0, maxAccountsPerDevice).join('.'))
}
