import { type AuditEntry, maxExportedAuditEntries } from '@kutu/contract/admin'
import type { PageQuery } from '@kutu/contract/common'
import { getDayRange } from '@kutu/time/days'
import { isTimeZone } from '@kutu/time/time-zone'
import { type Selectable, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { formatCsv } from '../../../platform/csv/format-csv.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { pageOffset } from '../../../platform/http/pagination.ts'
import { findUserIdByUsername, getUsernames } from '../../accounts/users/users.ts'
import { findApiKeyIdsByName, getApiKeyNames } from '../../api-keys/keys/api-keys.ts'
import { findPostIdsByTitle, getPostTitles } from '../../community/posts/post-titles.ts'
import { getWarnedDistricts } from '../../surveillance/warnings/warnings.ts'

type AuditRow = Selectable<Database['audit_log']>

/** Posts of the same title that a filter by it finds. */
const maxNamedSubjects = 100

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

type AuditFilters = {
  action?: string | undefined
  subject_id?: string | undefined
  subject?: string | undefined
  actor?: string | undefined
  from?: string | undefined
  to?: string | undefined
  time_zone?: string | undefined
}

/**
 * Returns one page of the audit log, newest first, and the number of matching entries; an unknown actor gives an empty page.
 * @throws ApiError validation_failed for an unknown time zone
 */
export async function listAuditEntries(
  db: Db,
  app: App,
  { page, page_size, ...filters }: PageQuery & AuditFilters,
): Promise<{ count: number; entries: AuditEntry[] }> {
  const matching = await selectMatching(db, app, filters)
  if (!matching) return { count: 0, entries: [] }
  const count = await countUpTo(db, matching)
  const offset = pageOffset({ page, page_size })
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(page_size).offset(offset).execute()
  return { count, entries: await presentEntries(db, rows) }
}

const csvColumns = ['at', 'actor', 'action', 'subject_type', 'subject_id', 'subject_name', 'before', 'after'] as const

/**
 * Returns the newest matching entries of the audit log as CSV, states as JSON. Pseudonyms of networks are left out: they
 * are deleted after 90 days, and a file is not.
 * @throws ApiError validation_failed for an unknown time zone
 */
export async function exportAuditLog(db: Db, app: App, filters: AuditFilters): Promise<string> {
  const matching = await selectMatching(db, app, filters)
  const rows = await matching?.selectAll().orderBy('id', 'desc').limit(maxExportedAuditEntries).execute()
  const toJson = (state: object | null) => state && JSON.stringify(state)
  return formatCsv(
    csvColumns,
    (await presentEntries(db, rows ?? [])).map(({ actor, before, after, ...entry }) => ({
      ...entry,
      actor: actor?.username ?? null,
      before: toJson(before),
      after: toJson(after),
    })),
  )
}

/** Returns undefined for an actor who does not exist. */
async function selectMatching(db: Db, app: App, filters: AuditFilters) {
  const { action, subject_id, subject, actor } = filters
  const { start, end } = parseDays(app, filters)
  const actorId = actor === undefined ? undefined : await findUserIdByUsername(db, actor)
  if (actor !== undefined && actorId === undefined) return undefined
  const subjectIds = subject === undefined ? undefined : await findSubjectIds(db, subject)
  return db
    .selectFrom('audit_log')
    .$if(actorId !== undefined, query => query.where('actor_id', '=', actorId ?? ''))
    .$if(action !== undefined, query => query.where('action', '=', action ?? ''))
    .$if(subject_id !== undefined, query => query.where('subject_id', '=', subject_id ?? ''))
    .$if(subjectIds !== undefined, query => query.where('subject_id', '=', sql<string>`any(${subjectIds}::text[])`))
    .$if(start !== undefined, query => query.where('at', '>=', start as Date))
    .$if(end !== undefined, query => query.where('at', '<', end as Date))
}

/** Returns the ids of the user, the posts and the API keys of a name, and the name itself, which may be an id. */
async function findSubjectIds(db: Db, name: string): Promise<string[]> {
  const userId = await findUserIdByUsername(db, name)
  const [posts, keys] = [await findPostIdsByTitle(db, name, maxNamedSubjects), await findApiKeyIdsByName(db, name)]
  return [name, ...(userId === undefined ? [] : [userId]), ...posts, ...keys]
}

function parseDays(app: App, { from, to, time_zone: zone = app.config.timeZone }: AuditFilters) {
  if (!isTimeZone(zone)) throw fieldError('time_zone', 'field.time_zone')
  return {
    start: from === undefined ? undefined : getDayRange(from, zone)?.from,
    end: to === undefined ? undefined : getDayRange(to, zone)?.to,
  }
}

async function presentEntries(db: Db, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const ids = rows.map(({ id }) => id)
  const originRows = await db
    .selectFrom('audit_origins')
    .selectAll()
    .where('audit_id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute()
  const origins = new Map(originRows.map(({ audit_id, ...origin }) => [audit_id, origin]))
  const actors = [...new Set(rows.map(({ actor_id }) => actor_id).filter(id => id !== null))]
  const getSubjects = (type: string) => [
    ...new Set(rows.filter(row => row.subject_type === type && uuid.test(row.subject_id)).map(row => row.subject_id)),
  ]
  const names = await getUsernames(db, [...new Set([...actors, ...getSubjects('user')])])
  const namesByType = new Map([
    ['user', names],
    ['post', await getPostTitles(db, getSubjects('post'))],
    ['api_key', await getApiKeyNames(db, getSubjects('api_key'))],
    ['warning', await getWarnedDistricts(db, getSubjects('warning'))],
  ])
  return rows.map(({ id, at, actor_id, ...row }) => ({
    ...row,
    id: Number(id),
    at: at.toISOString(),
    origin: origins.get(id) ?? null,
    subject_name: namesByType.get(row.subject_type)?.get(row.subject_id) ?? null,
    actor: actor_id === null ? null : { id: actor_id, username: names.get(actor_id) ?? '' },
  }))
}
