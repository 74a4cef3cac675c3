import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../../context.ts'
import * as keys from '../../platform/secrets.ts'

type Purpose =
  | 'access'
  | 'code'
  | 'code-token'
  | 'reset-token'
  | 'refresh'
  | 'demo'
  | 'device'
  | 'source'
  | 'email-token'
  | 'undo-token'

/** Derives the key of one purpose, so that a value signed for one purpose is invalid for every other. */
export const deriveKey = (app: App, purpose: Purpose): Buffer => keys.deriveKey(app, purpose)

/** Derives the keys of one purpose from all accepted secrets, the current one first. */
export const deriveKeys = (app: App, purpose: Purpose): readonly Buffer[] => keys.deriveKeys(app, purpose)

const computeHmac = (key: Buffer, seed: string) => createHmac('sha256', key).update(seed).digest()

/**
 * Computes a token that only this installation can compute for `seed`. Secrets sent by email are derived from the id of
 * their row: the job that sends the email derives them again, so neither the queue nor a table stores them.
 */
export const deriveToken = (app: App, purpose: Purpose, seed: string): string =>
  computeHmac(deriveKey(app, purpose), seed).toString('base64url')

/** Derives the token from each accepted secret, the current one first. */
export const deriveTokens = (app: App, purpose: Purpose, seed: string): string[] =>
  deriveKeys(app, purpose).map(key => computeHmac(key, seed).toString('base64url'))

/**
 * Derives a token again that was stored as a hash, whichever secret was current then. Returns undefined if that secret is
 * no longer accepted.
 */
export const deriveTokenAgain = (app: App, purpose: Purpose, seed: string, hash: Buffer): string | undefined =>
  deriveTokens(app, purpose, seed).find(token => isSameHash(hashToken(token), hash))

const toCode = (hmac: Buffer) => String(hmac.readUInt32BE() % 10_000).padStart(4, '0')

/** Derives a code of four digits. The bias of taking 32 bits modulo 10,000 is below one in 400,000. */
export const deriveCode = (app: App, seed: string): string => toCode(computeHmac(deriveKey(app, 'code'), seed))

/** Derives the code from each accepted secret, the current one first. */
export const deriveCodes = (app: App, seed: string): string[] =>
  deriveKeys(app, 'code').map(key => toCode(computeHmac(key, seed)))

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Hashes a code. A plain hash of four digits could be guessed, so the token, which is not stored, is the HMAC key. */
export const hashCode = (token: string, code: string): Buffer => createHmac('sha256', token).update(code).digest()

/** Compares two hashes in constant time. */
export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
