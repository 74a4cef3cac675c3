import type { PageQuery } from '@kutu/contract/common'
import type { Teacher, VersionTeacher } from '@kutu/contract/training/teaching'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { getContributors } from '../../accounts/users/contributors.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import { loadImageCounts } from '../images/image-counts.ts'
import { loadAgreements, loadVoteWeight } from '../review/agreement.ts'
import { findExclusions } from './excluded-experts.ts'

/** Selects the experts who label photos, with the number of their labels, those of their own photos included. */
const selectTeachers = (db: Db) =>
  db
    .selectFrom('training_votes')
    .select(['expert_id as user_id', sql<number>`count(*)::int`.as('votes')])
    .groupBy('expert_id')

type Row = { user_id: string; votes: number }

/** Returns the page of experts who label photos, those with most labels first. */
export async function listTeachers(app: App, { query, url }: { query: PageQuery; url: URL }) {
  const rows = await selectTeachers(app.db)
    .orderBy('votes', 'desc')
    .orderBy('expert_id', 'desc')
    .$call(onPage(query))
    .execute()
  const count = await countUpTo(app.db, selectTeachers(app.db))
  return pageReply(url, query, count, await presentTeachers(app.db, rows))
}

/**
 * Returns an expert who labels photos.
 * @throws ApiError not_found
 */
export async function getTeacher(db: Db, id: string): Promise<Teacher> {
  const row = await selectTeachers(db).where('expert_id', '=', id).executeTakeFirst()
  const [teacher] = row ? await presentTeachers(db, [row]) : []
  if (!teacher) throw apiError('not_found')
  return teacher
}

async function presentTeachers(db: Db, rows: readonly Row[]): Promise<Teacher[]> {
  const ids = rows.map(({ user_id }) => user_id)
  const exclusions = await findExclusions(db, ids)
  const excludedBy = exclusions.map(({ excluded_by }) => excluded_by)
  const admins = await getUsernames(db, excludedBy)
  const people = await findPeople(db, ids)
  const countImages = await loadImageCounts(db, ids)
  const teachers: Teacher[] = []
  for (const { user_id: id, votes } of rows) {
    const exclusion = exclusions.find(({ expert_id }) => expert_id === id)
    teachers.push({
      ...people(id),
      images: {
        accepted: countImages(id, 'accepted'),
        waiting: countImages(id, 'waiting'),
        refused: countImages(id, 'refused'),
      },
      labels: votes,
      agreements: await loadAgreements(db, id),
      weight: await loadVoteWeight(db, id),
      withdrawn: exclusion
        ? {
            at: exclusion.excluded_at.toISOString(),
            by: { id: exclusion.excluded_by, username: admins.get(exclusion.excluded_by) ?? '' },
          }
        : null,
    })
  }
  return teachers
}

/** Returns a function that gives name and place of one of these users; former members have neither. */
async function findPeople(db: Db, ids: readonly string[]) {
  const names = await getUsernames(db, ids)
  const places = new Map((await getContributors(db, ids)).map(({ id, place }) => [id, place]))
  return (id: string) => ({ id, username: names.get(id) ?? '', place: places.get(id) ?? '' })
}

/**
 * Returns the page of people whose photos a version learned from or was checked with, most photos first.
 * @throws ApiError not_found
 */
export async function listVersionTeachers(app: App, version: string, { query, url }: { query: PageQuery; url: URL }) {
  const head = await app.db
    .selectFrom('model_heads')
    .select('session_id')
    .where('version', '=', version)
    .executeTakeFirstOrThrow(() => apiError('not_found'))
  const people = app.db
    .selectFrom('training_session_people')
    .where('session_id', '=', head.session_id)
    .where('images', '>', 0)
  const rows = await people
    .select(['user_id', 'images'])
    .orderBy('images', 'desc')
    .orderBy('user_id')
    .$call(onPage(query))
    .execute()
  const count = await countUpTo(app.db, people)
  const ids = rows.map(({ user_id }) => user_id)
  const exclusions = await findExclusions(app.db, ids)
  const person = await findPeople(app.db, ids)
  const isWithdrawn = (id: string) => exclusions.some(({ expert_id }) => expert_id === id)
  const results = rows.map(
    ({ user_id, images }): VersionTeacher => ({ ...person(user_id), images, is_withdrawn: isWithdrawn(user_id) }),
  )
  return pageReply(url, query, count, results)
}

/** Returns per session how many of its photos were withdrawn after its version was made, and of how many experts. */
export async function countWithdrawnImages(db: Db, sessions: readonly string[]) {
  const rows =
    sessions.length === 0
      ? []
      : await db
          .selectFrom('training_session_people')
          .innerJoin('training_exclusions', 'training_exclusions.expert_id', 'training_session_people.user_id')
          .select(['training_session_people.session_id', 'images'])
          .where('training_session_people.session_id', 'in', [...sessions])
          .where('images', '>', 0)
          .where('readmitted_at', 'is', null)
          .execute()
  return (session: string) => {
    const withdrawn = rows.filter(({ session_id }) => session_id === session)
    return { images: withdrawn.reduce((total, { images }) => total + images, 0), experts: withdrawn.length }
  }
}
