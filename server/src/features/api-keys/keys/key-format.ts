import { createHash, randomBytes } from 'node:crypto'
import { apiKeyPrefix } from '@kutu/contract/api-key-scopes'

export type NewKey = { key: string; publicId: string; hash: Buffer }

/**
 * Generates an API key: `kutu_`, 12 hexadecimal digits that are public, `_`, and 64 that are secret (256 random bits). One
 * pattern finds it in texts and repositories: `kutu_[0-9a-f]{12}_[0-9a-f]{64}`.
 */
export function generateKey(): NewKey {
  const publicId = `${apiKeyPrefix}${randomBytes(6).toString('hex')}`
  const key = `${publicId}_${randomBytes(32).toString('hex')}`
  return { key, publicId, hash: hashKey(key) }
}

const keyPattern = new RegExp(`^(${apiKeyPrefix}[0-9a-f]{12})_[0-9a-f]{64}$`)

/** Returns the public start of a key, or undefined for a text that is no key. */
export const parsePublicId = (key: string): string | undefined => keyPattern.exec(key)?.[1]

/** Hashes a key for the database. With 256 random bits nobody can guess it from a plain hash. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()
