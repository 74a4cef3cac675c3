import type { PageQuery } from '@kutu/contract/common'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { presentResponses } from './responses.ts'

/** Selects the undecided comments that the caller may decide on. Experts do not decide on their own. */
const selectWaiting = (db: Db, caller: Pick<Caller, 'id'>) =>
  db
    .selectFrom('responses as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    // A literal rather than a parameter, so that the partial index responses_pending is used.
    .where('r.status', '=', sql.lit('pending'))
    .where('p.status', '=', 'approved')
    .where('r.author_id', '!=', caller.id)

/** Counts the comments that wait for the caller's decision, see `countUpTo`. */
export const countWaitingResponses = (db: Db, caller: Pick<Caller, 'id'>, max?: number): Promise<number> =>
  countUpTo(db, selectWaiting(db, caller), max)

/** Returns a page of the comments that wait for the caller's decision, longest waiting first. */
export async function listWaitingResponses(app: App, caller: Caller, { query, url }: { query: PageQuery; url: URL }) {
  const rows = await selectWaiting(app.db, caller)
    .selectAll('r')
    .select('p.title as post_title')
    .orderBy('r.created_at')
    .orderBy('r.id')
    .$call(onPage(query))
    .execute()
  const results = await presentResponses(app.db, rows)
  return pageReply(url, query, await countWaitingResponses(app.db, caller), results)
}
