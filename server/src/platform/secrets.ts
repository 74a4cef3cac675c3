import { createHash } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from 'jose'
import type { Config } from '../config.ts'

type WithConfig = { config: Pick<Config, 'tokenSecret' | 'previousTokenSecrets'> }

const deriveFrom = (secret: string, purpose: string): Buffer =>
  createHash('sha256').update(`${purpose}:${secret}`).digest()

/** Derives the key of one purpose, so that a value made for one purpose is invalid for every other. */
export const deriveKey = ({ config }: WithConfig, purpose: string): Buffer => deriveFrom(config.tokenSecret, purpose)

/**
 * Derives the keys of one purpose from all accepted secrets, the current one first. New values are made with the first
 * key; during a rotation values of the previous ones are still accepted.
 */
export const deriveKeys = ({ config }: WithConfig, purpose: string): readonly Buffer[] =>
  [config.tokenSecret, ...config.previousTokenSecrets].map(secret => deriveFrom(secret, purpose))

/** Returns a public name of a key (`kid` of RFC 7515): a hash, from which the key cannot be found. */
export const getKeyId = (key: Buffer): string =>
  createHash('sha256').update('key-id').update(key).digest('base64url').slice(0, 11)

/** Encrypts a text for the database with AES-256-GCM and the current key of a purpose, as a compact JWE (RFC 7516). */
export function encryptAtRest(app: WithConfig, purpose: string, text: string): Promise<string> {
  const key = deriveKey(app, purpose)
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: getKeyId(key) })
    .encrypt(key)
}

/**
 * Decrypts a text with the current key or a previous one.
 * @throws JWEDecryptionFailed if it was made with none of them
 */
export async function decryptAtRest(app: WithConfig, purpose: string, jwe: string): Promise<string> {
  for (const key of deriveKeys(app, purpose))
    try {
      const { plaintext } = await compactDecrypt(jwe, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return new TextDecoder().decode(plaintext)
    } catch (error) {
      if (!(error instanceof errors.JWEDecryptionFailed)) throw error
    }
  throw new errors.JWEDecryptionFailed()
}

/** Returns true if `encryptAtRest` made this text with the secret that is current now. */
export const isEncryptedWithCurrentKey = (app: WithConfig, purpose: string, jwe: string): boolean =>
  decodeProtectedHeader(jwe).kid === getKeyId(deriveKey(app, purpose))
