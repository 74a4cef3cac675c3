import type { User } from '@kutu/contract/accounts/accounts'
import type { Language } from '@kutu/contract/common'
import sharp from 'sharp'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { getUserRecord } from '../users/users.ts'
import { presentUser } from './present-user.ts'

/** Pixels; twice the largest displayed size, for screens with a device pixel ratio of 2. */
const photoSide = 160

/** Crops a photo to a centered square of 160 × 160 pixels and encodes it as JPEG without metadata (about 6 kB). */
export const createProfilePhoto = (photo: Uint8Array): Promise<Buffer> =>
  sharp(photo).resize({ width: photoSide, height: photoSide, fit: 'cover' }).jpeg({ quality: 75 }).toBuffer()

/** Stores or replaces the caller's profile photo. */
export async function saveProfilePhoto(
  db: Db,
  app: App,
  caller: Caller,
  jpeg: Buffer,
  language: Language,
): Promise<User> {
  const row = { jpeg, changed_at: app.clock.now() }
  return withTransaction(db, async tx => {
    await insertInto(tx, 'user_photos', { user_id: caller.id, ...row })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
      .execute()
    return presentUser(await getUserRecord(tx, caller.id), language)
  })
}

/** Removes the caller's profile photo, if there is one. */
export async function removeProfilePhoto(app: App, caller: Caller, language: Language): Promise<User> {
  return withTransaction(app, async tx => {
    await tx.deleteFrom('user_photos').where('user_id', '=', caller.id).execute()
    return presentUser(await getUserRecord(tx, caller.id), language)
  })
}
