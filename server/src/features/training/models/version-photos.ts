import type { PageQuery } from '@kutu/contract/common'
import { type NotNull, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { findOwnSessions } from './model-heads.ts'

type PageRequest = { query: PageQuery; url: URL }

/**
 * Returns the page of photos that a version has seen and its parent has not, with their labels, for the people who activate
 * it, ordered by a hash, so that nobody chooses which come first. Experts get no control photo: its label stays unknown.
 * @throws ApiError not_found, own_training_photos
 */
export async function listVersionPhotos(app: App, caller: Caller, name: string, { query, url }: PageRequest) {
  const session = await app.db
    .selectFrom('model_heads as head')
    .leftJoin('training_sessions as own', 'own.id', 'head.session_id')
    .leftJoin('model_heads as parent', 'parent.version', 'head.parent')
    .leftJoin('training_sessions as earlier', 'earlier.id', 'parent.session_id')
    .select(({ fn, val }) => [
      'own.id',
      fn.coalesce('own.up_to', val('0')).as('last'),
      fn.coalesce('earlier.up_to', val('0')).as('before'),
    ])
    .where('head.version', '=', name)
    .executeTakeFirstOrThrow(() => apiError('not_found'))
  if (session.id !== null && (await findOwnSessions(app, app.db, caller, [session.id])).size > 0)
    throw apiError('own_training_photos')
  const photos = app.db
    .selectFrom('training_images')
    .where('accepted_as', '>', session.before)
    .where('accepted_as', '<=', session.last)
    .$if(caller.role !== 'admin', query => query.where('is_control', '=', false))
  const rows = await photos
    .select(['id', 'photo_hash', 'crop_type', 'label'])
    .$narrowType<{ photo_hash: NotNull; label: NotNull }>()
    .orderBy(sql`md5(${name} || id)`)
    .$call(onPage(query))
    .execute()
  const results = rows.map(({ photo_hash, ...row }) => ({
    ...row,
    image: app.files.signedUrl(photoKey(photo_hash), url.origin),
  }))
  return pageReply(url, query, await countUpTo(app.db, photos), results)
}
