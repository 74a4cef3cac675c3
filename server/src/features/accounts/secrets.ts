import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../../context.ts'

type Purpose = 'access' | 'code' | 'code-token' | 'reset-token' | 'refresh' | 'demo'

/** A key for one purpose alone, so that nothing made for one use is good for another. */
export const deriveKey = (app: App, purpose: Purpose): Buffer =>
  createHash('sha256').update(`${purpose}:${app.config.tokenSecret}`).digest()

/**
 * Bytes that only this installation can find for `seed`. Secrets sent by mail are derived like this from the id of
 * their row, so that a job can write them into the letter and no queue or table ever holds one.
 */
const computeHmac = (app: App, purpose: Purpose, seed: string) =>
  createHmac('sha256', deriveKey(app, purpose)).update(seed).digest()

export const deriveToken = (app: App, purpose: Purpose, seed: string): string =>
  computeHmac(app, purpose, seed).toString('base64url')

/** Four digits. The 32 bits they come from make the favour of some codes immeasurable. */
export const deriveCode = (app: App, seed: string): string =>
  String(computeHmac(app, 'code', seed).readUInt32BE() % 10_000).padStart(4, '0')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A code is too short to hash alone: the token, which is not kept, is the key. */
export const hashCode = (token: string, code: string): Buffer => createHmac('sha256', token).update(code).digest()

export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
