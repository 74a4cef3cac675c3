import type { Kysely } from 'kysely'
import type { App } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { StoredFile } from '../files/files.ts'
import { portraitKey, readPortraitKey } from '../files/portrait-key.ts'
import { shownName } from './former-members.ts'
import { bookableExperts } from './slot-experts.ts'

/** The photos that others see: of experts whom farmers may meet, and of nobody else. */
const shownPortraits = (db: Kysely<Database>) =>
  db.selectFrom('user_photos as p').where('p.user_id', 'in', bookableExperts(db))

type Dated = { id: string; photo_changed_at: Date | null }

/** The link to the photo of one of a list; null for whoever shows none. */
export const portraitLink = (app: App, { id, photo_changed_at }: Dated, origin: string): string | null =>
  photo_changed_at && app.files.address(portraitKey(id, photo_changed_at), origin)

/** The photo a link names, as long as others see it. */
export async function findPortrait({ db }: App, key: string): Promise<StoredFile | undefined> {
  const named = readPortraitKey(key)
  if (!named) return undefined
  const found = await shownPortraits(db)
    .select('p.jpeg')
    .where('p.user_id', '=', named.userId)
    .where('p.changed_at', '=', named.changedAt)
    .executeTakeFirst()
  return found && { bytes: found.jpeg, contentType: 'image/jpeg' }
}

/** People by their ids, with what portraitLink and shownName ask for. */
export const peopleShown = (db: Kysely<Database>, ids: readonly string[]) =>
  db
    .selectFrom('users as u')
    .leftJoin(shownPortraits(db).select(['p.user_id', 'p.changed_at']).as('photo'), 'photo.user_id', 'u.id')
    .select(['u.id', 'u.username', 'u.left_at', 'photo.changed_at as photo_changed_at'])
    .where('u.id', 'in', ids)

/** Whoever wrote something, as its readers see them. */
export type ShownWriter = { username: string; photo: string | null }

export async function shownWriters(
  app: App,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, ShownWriter>> {
  if (ids.length === 0) return new Map()
  const rows = await peopleShown(app.db, ids).execute()
  return new Map(rows.map(row => [row.id, { username: shownName(row), photo: portraitLink(app, row, origin) }]))
}
