import { errors } from 'jose'
import { generateSecret, generateURI, verify } from 'otplib'
import type { App } from '../../../context.ts'
import { decryptAtRest, encryptAtRest, isEncryptedWithCurrentKey } from '../../../platform/secrets.ts'

/** RFC 6238 with the values that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30

/** Returns a new secret of 160 bits, in Base32. */
export const createTotpSecret = (): string => generateSecret()

/** Returns the otpauth URI of the QR code. */
export const buildTotpUri = (secret: string, email: string): string =>
  generateURI({ issuer: 'Kutu', label: email, secret })

/** The purpose names the user, so that a secret that is copied to another account cannot be decrypted there. */
const encryptionPurpose = (userId: string) => `totp:${userId}`

/** Encrypts a secret for the database. */
export const encryptTotpSecret = (app: App, userId: string, secret: string): Promise<string> =>
  encryptAtRest(app, encryptionPurpose(userId), secret)

/** Decrypts a secret. Returns undefined if no accepted TOKEN_SECRET encrypted it or it belongs to another user. */
export async function decryptTotpSecret(app: App, userId: string, encrypted: string): Promise<string | undefined> {
  try {
    return await decryptAtRest(app, encryptionPurpose(userId), encrypted)
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Encrypts the secrets again that a previous TOKEN_SECRET encrypted, so that it can be dropped. */
export async function renewTotpEncryption(app: App): Promise<void> {
  const rows = await app.db
    .selectFrom('second_factors')
    .select(['id', 'user_id', 'secret'])
    .where('kind', '=', 'totp')
    .execute()
  for (const { id, user_id, secret } of rows) {
    if (secret === null || isEncryptedWithCurrentKey(app, encryptionPurpose(user_id), secret)) continue
    const decrypted = await decryptTotpSecret(app, user_id, secret)
    if (decrypted === undefined) continue
    const renewed = await encryptTotpSecret(app, user_id, decrypted)
    await app.db
      .updateTable('second_factors')
      .set({ secret: renewed })
      .where('id', '=', id)
      .where('secret', '=', secret)
      .execute()
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
