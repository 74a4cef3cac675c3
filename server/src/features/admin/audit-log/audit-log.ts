import type { AuditEntry } from '@kutu/contract/admin'
import type { PageQuery } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { pageOffset } from '../../../platform/http/pagination.ts'
import { findUserIdByUsername, getUsernames } from '../../accounts/users/users.ts'
import { getPostTitles } from '../../community/posts/post-titles.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

type AuditLogQuery = PageQuery & {
  action?: string | undefined
  subject_id?: string | undefined
  actor?: string | undefined
}

/** Returns one page of the audit log, newest first; an unknown actor gives an empty page. */
export async function listAuditEntries(
  app: App,
  { action, subject_id, actor, ...page }: AuditLogQuery,
): Promise<{ count: number; entries: AuditEntry[] }> {
  const actorId = actor === undefined ? undefined : await findUserIdByUsername(app.db, actor)
  if (actor !== undefined && actorId === undefined) return { count: 0, entries: [] }
  const matching = app.db
    .selectFrom('audit_log')
    .$if(actorId !== undefined, query => query.where('actor_id', '=', actorId ?? ''))
    .$if(action !== undefined, query => query.where('action', '=', action ?? ''))
    .$if(subject_id !== undefined, query => query.where('subject_id', '=', subject_id ?? ''))
  const { count } = await matching.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(page.page_size).offset(pageOffset(page)).execute()
  const ids = rows.map(({ id }) => id)
  const originRows = await app.db
    .selectFrom('audit_origins')
    .selectAll()
    .where('audit_id', 'in', [...ids, '0'])
    .execute()
  const origins = new Map(originRows.map(({ audit_id, ...origin }) => [audit_id, origin]))
  const actors = [...new Set(rows.map(({ actor_id }) => actor_id).filter(id => id !== null))]
  const getSubjects = (type: string) => [
    ...new Set(rows.filter(row => row.subject_type === type && uuid.test(row.subject_id)).map(row => row.subject_id)),
  ]
  const names = await getUsernames(app.db, [...new Set([...actors, ...getSubjects('user')])])
  const titles = await getPostTitles(app.db, getSubjects('post'))
  const entries = rows.map(({ id, at, actor_id, ...row }) => ({
    ...row,
    id: Number(id),
    at: at.toISOString(),
    origin: origins.get(id) ?? null,
    subject_name: (row.subject_type === 'user' ? names : titles).get(row.subject_id) ?? null,
    actor: actor_id === null ? null : { id: actor_id, username: names.get(actor_id) ?? '' },
  }))
  return { count: Number(count), entries }
}
