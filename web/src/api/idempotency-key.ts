import { randomHex } from './request-id.ts'

/** Returns a random key for one write. */
export const newIdempotencyKey = randomHex
