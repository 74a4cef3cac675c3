import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { StoredFile } from '../../../platform/storage/file-store.ts'
import { parseProfilePhotoKey, profilePhotoKey } from '../../../platform/storage/profile-photo-key.ts'
import { getDisplayName } from '../erasure/former-members.ts'
import { selectBookableExperts } from '../experts/bookable-experts.ts'

/** Selects the photos that other users may see: those of bookable experts. */
const selectPublicPhotos = (db: Db) =>
  db.selectFrom('user_photos as p').where('p.user_id', 'in', selectBookableExperts(db))

type PhotoVersion = { id: string; photo_changed_at: Date | null }

/** Returns a signed URL of a person's photo, or null if they have no public photo. */
export const getProfilePhotoUrl = (app: App, { id, photo_changed_at }: PhotoVersion, origin: string): string | null =>
  photo_changed_at && app.files.signedUrl(profilePhotoKey(id, photo_changed_at), origin)

/** Returns the photo of a file key while it is public; undefined for another key, an older photo or a hidden one. */
export async function findPublicProfilePhoto({ db }: App, key: string): Promise<StoredFile | undefined> {
  const parsedKey = parseProfilePhotoKey(key)
  if (!parsedKey) return undefined
  const photo = await selectPublicPhotos(db)
    .select('p.jpeg')
    .where('p.user_id', '=', parsedKey.userId)
    .where('p.changed_at', '=', parsedKey.changedAt)
    .executeTakeFirst()
  return photo && { bytes: photo.jpeg, contentType: 'image/jpeg' }
}

/** Selects people by id with the columns that getProfilePhotoUrl and getDisplayName need. */
export const selectPeopleWithPhotos = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('users as u')
    .leftJoin(selectPublicPhotos(db).select(['p.user_id', 'p.changed_at']).as('photo'), 'photo.user_id', 'u.id')
    .select(['u.id', 'u.username', 'u.left_at', 'photo.changed_at as photo_changed_at'])
    .where('u.id', '=', sql<string>`any(${[...ids]}::uuid[])`)

/** Author of a post or comment as its readers see them. */
export type Author = { username: string; photo: string | null }

export async function getAuthors(
  db: Db,
  app: App,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, Author>> {
  const rows = await selectPeopleWithPhotos(db, ids).execute()
  return new Map(
    rows.map(row => [row.id, { username: getDisplayName(row), photo: getProfilePhotoUrl(app, row, origin) }]),
  )
}
