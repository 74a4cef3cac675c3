import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../../context.ts'

type Purpose = 'access' | 'code' | 'code-token' | 'reset-token' | 'refresh' | 'demo' | 'device' | 'source'

/** Derives the key of one purpose, so that a value signed for one purpose is invalid for every other. */
export const deriveKey = (app: App, purpose: Purpose): Buffer =>
  createHash('sha256').update(`${purpose}:${app.config.tokenSecret}`).digest()

/**
 * Computes bytes that only this installation can compute for `seed`. Secrets sent by email are derived from the id of
 * their row: the job that sends the email derives them again, so neither the queue nor a table stores them.
 */
const computeHmac = (app: App, purpose: Purpose, seed: string) =>
  createHmac('sha256', deriveKey(app, purpose)).update(seed).digest()

export const deriveToken = (app: App, purpose: Purpose, seed: string): string =>
  computeHmac(app, purpose, seed).toString('base64url')

/** Derives a code of four digits. The bias of taking 32 bits modulo 10,000 is below one in 400,000. */
export const deriveCode = (app: App, seed: string): string =>
  String(computeHmac(app, 'code', seed).readUInt32BE() % 10_000).padStart(4, '0')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Hashes a code. A plain hash of four digits could be guessed, so the token, which is not stored, is the HMAC key. */
export const hashCode = (token: string, code: string): Buffer => createHmac('sha256', token).update(code).digest()

/** Compares two hashes in constant time. */
export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
