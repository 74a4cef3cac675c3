import { CompactEncrypt, compactDecrypt, errors } from 'jose'
import { generateSecret, generateURI, verify } from 'otplib'
import type { App } from '../../../context.ts'
import { deriveKey } from '../secrets.ts'

/** RFC 6238 with the values that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30

/** Returns a new secret of 160 bits, in Base32. */
export const createTotpSecret = (): string => generateSecret()

/** Returns the otpauth URI of the QR code. */
export const buildTotpUri = (secret: string, email: string): string =>
  generateURI({ issuer: 'Kutu', label: email, secret })

/**
 * Encrypts a secret for the database. The id of its user is authenticated with it, so that a secret that is copied to
 * another account cannot be decrypted there.
 */
export async function encryptTotpSecret(app: App, userId: string, secret: string): Promise<string> {
  const header = { alg: 'dir', enc: 'A256GCM', kid: userId }
  return new CompactEncrypt(new TextEncoder().encode(secret)).setProtectedHeader(header).encrypt(deriveKey(app, 'totp'))
}

/** Decrypts a secret. Returns undefined if it was encrypted with another TOKEN_SECRET or belongs to another user. */
export async function decryptTotpSecret(app: App, userId: string, encrypted: string): Promise<string | undefined> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(encrypted, deriveKey(app, 'totp'))
    return protectedHeader.kid === userId ? new TextDecoder().decode(plaintext) : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/**
 * Returns the time step of a correct code, or undefined. The clock of a phone may be one step ahead or behind.
 * @param afterStep the last accepted step: its code and older ones are replays
 */
export async function findTotpStep(
  app: App,
  secret: string,
  { code, afterStep }: { code: string; afterStep?: number },
): Promise<number | undefined> {
  const epoch = Math.floor(app.clock.now().getTime() / 1000)
  const result = await verify({
    secret,
    token: code,
    epoch,
    epochTolerance: periodSeconds,
    ...(afterStep !== undefined && { afterTimeStep: afterStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
