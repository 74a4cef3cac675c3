import { allCards } from '@kutu/advice/cards/all-cards'
import { askAnExpert } from '@kutu/advice/cards/shared'
import { getConfirmedLines } from '@kutu/advice/disease-card'
import type { Language } from '@kutu/contract/common'
import type { SavedReply, SavedReplyInput, savedReplies } from '@kutu/contract/community/saved-replies'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import type { CommunityTables } from '../tables.ts'

const maxSavedReplies = 100

type Query = z.output<typeof savedReplies.listSavedReplies.query>
type Row = Selectable<CommunityTables['saved_replies']>
const present = (row: Row, username: string): SavedReply => ({ ...row, author: { id: row.author_id, username } })

/** Returns a page of the caller's replies, then of those that others share, those with an article about the crop first, each by title. */
export async function listSavedReplies(app: App, caller: Caller, { query, url }: { query: Query; url: URL }) {
  const readable = app.db
    .selectFrom('saved_replies')
    // A literal rather than a parameter, so that the partial index saved_replies_shared is used.
    .where(({ eb, or }) => or([eb('author_id', '=', caller.id), eb('is_shared', '=', sql.lit(true))]))
  const rows = await readable
    .selectAll()
    .orderBy(({ eb }) => eb('author_id', '=', caller.id), 'desc')
    .orderBy(sql`coalesce(article, '') like ${`${query.crop?.toLowerCase() ?? ''}-%`}`, 'desc')
    .orderBy('title')
    .orderBy('id')
    .$call(onPage(query))
    .execute()
  const count = await countUpTo(app.db, readable)
  const names = await getUsernames(app.db, [...new Set(rows.map(({ author_id }) => author_id))])
  const results = rows.map(row => present(row, names.get(row.author_id) ?? ''))
  return pageReply(url, query, count, results)
}

/** @throws ApiError too_many_saved_replies */
export async function createSavedReply(db: Db, app: App, caller: Caller, input: SavedReplyInput): Promise<SavedReply> {
  return withTransaction(db, async tx => {
    if ((await lockAndCount(tx, caller)) >= maxSavedReplies) throw apiError('too_many_saved_replies')
    const row = await insertInto(tx, 'saved_replies', toRow(app, caller, input))
      .returningAll()
      .executeTakeFirstOrThrow()
    return present(row, caller.username)
  })
}

/**
 * Saves a reply about each disease for an expert who has none: what it is and what to do today, in the words of its card.
 * Returns their number.
 */
export async function addStarterReplies(db: Db, app: App, caller: Caller, language: Language): Promise<number> {
  return withTransaction(db, async tx => {
    if ((await lockAndCount(tx, caller)) > 0) return 0
    const cards = allCards.filter(({ crop, productClass }) => crop !== null && productClass !== 'healthy')
    const rows = cards.map(({ id, title, message, sections }) => {
      // An expert does not tell a farmer to ask one.
      const steps = getConfirmedLines(sections.doToday).filter(step => step !== askAnExpert)
      const lines = steps.map(({ text }) => `- ${text[language]}`)
      const content = [message.text[language], lines.join('\n')].filter(Boolean).join('\n\n')
      return toRow(app, caller, { title: title[language], content, article: id, is_shared: false })
    })
    await insertInto(tx, 'saved_replies', rows).execute()
    return rows.length
  })
}

const toRow = (app: App, caller: Caller, input: SavedReplyInput) => ({
  ...input,
  author_id: caller.id,
  saved_at: app.clock.now(),
})

/** Counts the caller's replies after waiting for other saves of theirs, so that none of them can pass the limit. */
async function lockAndCount(tx: Tx, caller: Caller): Promise<number> {
  await advisoryLock(tx, `saved_replies ${caller.id}`)
  return countUpTo(tx, tx.selectFrom('saved_replies').where('author_id', '=', caller.id))
}

/** @throws ApiError not_found, also for a shared reply of another expert */
export async function updateSavedReply(
  app: App,
  caller: Caller,
  id: string,
  input: SavedReplyInput,
): Promise<SavedReply> {
  const row = await app.db
    .updateTable('saved_replies')
    .set({ ...input, saved_at: app.clock.now() })
    .where('id', '=', id)
    .where('author_id', '=', caller.id)
    .returningAll()
    .executeTakeFirstOrThrow(() => apiError('not_found'))
  return present(row, caller.username)
}

/** @throws ApiError not_found, also for a shared reply of another expert */
export async function deleteSavedReply(app: App, caller: Caller, id: string): Promise<void> {
  await app.db
    .deleteFrom('saved_replies')
    .where('id', '=', id)
    .where('author_id', '=', caller.id)
    .returning('id')
    .executeTakeFirstOrThrow(() => apiError('not_found'))
}
