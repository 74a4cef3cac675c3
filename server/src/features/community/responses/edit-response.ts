import type { PageQuery } from '@kutu/contract/common'
import type { PostResponse, ResponseVersion } from '@kutu/contract/community/community'
import { answerEditSeconds } from '@kutu/contract/community/moderation'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { canModerate, canView, isVisible } from '../policy.ts'
import { hashContent } from '../writing-limits.ts'
import { presentResponse } from './responses.ts'

/**
 * Changes the text of an expert's own answer within an hour. The earlier text stays readable. Repeating a change has no
 * further effect.
 * @throws ApiError not_found, already_decided (somebody took the answer down), edit_time_over, duplicate_response
 */
export async function editResponse(app: App, caller: Caller, id: string, content: string): Promise<PostResponse> {
  return mapConstraintErrors(
    withTransaction(app, async tx => {
      const row = await tx.selectFrom('responses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (row?.author_id !== caller.id || row.author_role !== 'expert') throw apiError('not_found')
      if (!isVisible(row.status)) throw apiError('already_decided')
      if (row.content === content) return presentResponse(row, caller.username)
      const now = app.clock.now()
      if (now.getTime() > row.created_at.getTime() + answerEditSeconds * 1000) throw apiError('edit_time_over')
      const written_at = row.edited_at ?? row.created_at
      const earlier = { response_id: id, written_at, content: row.content }
      // Two versions never have the same time.
      const edited_at = now > written_at ? now : new Date(written_at.getTime() + 1)
      await insertInto(tx, 'response_versions', earlier).execute()
      const changed = await tx
        .updateTable('responses')
        .set({ content, fingerprint: hashContent(content), edited_at })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(app, tx, { actor: caller.id, action: 'response.edited', subject: { type: 'response', id } })
      return presentResponse(changed, caller.username)
    }),
  )
}

/**
 * Returns a page of the earlier texts of a comment that the caller can see, newest first.
 * @throws ApiError not_found
 */
export async function listResponseVersions(
  app: App,
  caller: Caller,
  id: string,
  { query, url }: { query: PageQuery; url: URL },
) {
  const response = await app.db
    .selectFrom('responses as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select(['r.status as response_status', 'r.author_id', 'p.farmer_id', 'p.status'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  const isReadable =
    response !== undefined &&
    canView(caller, response) &&
    (isVisible(response.response_status) || response.author_id === caller.id || canModerate(caller))
  if (!isReadable) throw apiError('not_found')
  const versions = app.db.selectFrom('response_versions').where('response_id', '=', id)
  const rows = await versions
    .select(['content', 'written_at'])
    .orderBy('written_at', 'desc')
    .$call(onPage(query))
    .execute()
  const count = await countUpTo(app.db, versions)
  const results = rows.map(
    ({ content, written_at }): ResponseVersion => ({ content, written_at: written_at.toISOString() }),
  )
  return pageReply(url, query, count, results)
}
