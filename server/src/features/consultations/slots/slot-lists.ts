import type { CropType, PageQuery } from '@kutu/contract/common'
import type { ExpertProfile } from '@kutu/contract/consultations/consultations'
import { getDayRange } from '@kutu/time/days'
import { isTimeZone } from '@kutu/time/time-zone'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { ApiError, apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import {
  type Cursor,
  cursorPageReply,
  epochMicros,
  fromEpochMicros,
  pageOffset,
  parseCursor,
  takeCursorPage,
} from '../../../platform/http/pagination.ts'
import {
  findBookableExpertIds,
  isBookableExpert,
  listExpertiseAndLanguages,
  selectBookableExperts,
} from '../../accounts/experts/bookable-experts.ts'
import { listDistrictsOf } from '../../accounts/profile/districts-served.ts'
import { countSlots } from '../consultation-counts.ts'
import { canViewExpert, limits } from '../policy.ts'
import type { SlotStatus } from '../tables.ts'
import { loadSlotExperts, presentSlots, presentSlotTimes, slotColumns } from './present-slot.ts'

type SlotListQuery = PageQuery & { after?: string | undefined }
type OwnSlotListQuery = SlotListQuery & { status?: SlotStatus | undefined; when?: 'upcoming' | 'past' | undefined }

/** Returns a page of an expert's own slots: upcoming ones, soonest first, then past ones, which have begun, latest first. */
export async function listMySlots(app: App, caller: Caller, query: OwnSlotListQuery, url: URL) {
  const begins = query.when && ([query.when === 'upcoming' ? '>' : '<=', app.clock.now()] as const)
  const count = await countSlots(app.db, caller.id, { status: query.status, begins })
  const cursor = parseCursor(query)
  const offset = cursor ? 0 : pageOffset(query)
  const found = await selectOwnSlots(app, caller.id, query, { cursor, limit: query.page_size + 1, offset }).execute()
  const { rows, next } = takeCursorPage(url, query, found)
  return cursorPageReply(url, query, { count, next, results: await presentSlots(app.db, app, rows, url.origin) })
}

const ranks = { upcoming: 0, past: 1 } as const

/**
 * Merges the first upcoming slots of an expert and the latest that have begun. Both are read from an index, so a page
 * costs what it shows.
 */
function selectOwnSlots(
  app: App,
  expertId: string,
  { status, when }: OwnSlotListQuery,
  { cursor, limit, offset }: { cursor: Cursor | undefined; limit: number; offset: number },
) {
  const now = app.clock.now()
  const selectPart = (part: keyof typeof ranks) => {
    const [direction, operator] = part === 'upcoming' ? (['asc', '>'] as const) : (['desc', '<='] as const)
    const order = sql.raw(direction)
    return selectSlotsByStart(app, cursor?.rank === ranks[part] ? cursor : undefined, direction)
      .select([
        sql.lit<number>(ranks[part]).as('rank'),
        sql<string>`row_number() over (order by start_time ${order}, id ${order})`.as('position'),
      ])
      .where('expert_id', '=', expertId)
      .where('start_time', operator, now)
      .$if(status !== undefined, qb => qb.where('status', '=', status ?? 'available'))
      .$if((when ?? part) !== part || (cursor !== undefined && cursor.rank > ranks[part]), qb =>
        qb.where(sql.lit(false)),
      )
      .limit(offset + limit)
      .as(part)
  }
  const parts = app.db
    .selectFrom(selectPart('upcoming'))
    .selectAll()
    .unionAll(app.db.selectFrom(selectPart('past')).selectAll())
  return app.db
    .selectFrom(parts.as('slots'))
    .selectAll()
    .orderBy('rank')
    .orderBy('position')
    .limit(limit)
    .offset(offset)
}

type SlotFilters = {
  expertise?: string | undefined
  language?: string | undefined
  district?: string | undefined
  crop_type?: CropType | undefined
  date?: string | undefined
  time_zone?: string | undefined
  expert?: string | undefined
  status?: 'available' | 'booked' | undefined
}

/**
 * Returns a page of upcoming slots, available or booked, soonest first.
 * @throws ApiError validation_failed for an invalid date or time zone
 */
export async function listSlots(app: App, query: SlotListQuery & SlotFilters, url: URL) {
  const cursor = parseCursor(query)
  const day = parseDay(app, query)
  const now = app.clock.now()
  const from = day && day.from > now ? day.from : now
  const found = await selectSlotsByStart(app, cursor, 'asc')
    .select(sql.lit<number>(ranks.upcoming).as('rank'))
    .where('is_active', '=', true)
    .where('start_time', '>', now)
    .$if(day !== undefined, qb => qb.where('start_time', '>=', from).where('start_time', '<', day?.to ?? from))
    .$if(query.expert !== undefined, qb => qb.where('expert_id', '=', query.expert ?? ''))
    .$if(query.status !== undefined, qb => qb.where('status', '=', query.status ?? 'available'))
    .where(await whereExpertMatches(app, query))
    .limit(query.page_size + 1)
    .offset(cursor ? 0 : pageOffset(query))
    .execute()
  const { rows, next } = takeCursorPage(url, query, found)
  return { results: await presentSlots(app.db, app, rows, url.origin), next }
}

/** Returns the expertise, the languages and the districts of the experts who have upcoming slots. */
export async function listSlotFilters(app: App) {
  const upcoming = app.db
    .selectFrom('availability_slots as s')
    .select('s.expert_id')
    .where('s.is_active', '=', true)
    .where('s.start_time', '>', app.clock.now())
  const experts = selectBookableExperts(app.db).where('u.id', 'in', upcoming)
  return {
    ...(await listExpertiseAndLanguages(app.db, experts, limits.maxFilterOptions)),
    districts: await listDistrictsOf(app.db, experts, limits.maxFilterOptions),
  }
}

/**
 * Builds the condition for the slots of matching experts, in one of two ways. If few experts match, their ids are
 * looked up and the slots are read by the expert index. If many match, the list is scanned in order. The planner cannot
 * estimate which of the two it is.
 */
async function whereExpertMatches(
  app: App,
  { expertise, language, district, crop_type }: SlotFilters,
): Promise<RawBuilder<boolean>> {
  const areas = [expertise === undefined ? undefined : [expertise], crop_type && cropKeywords[crop_type]]
  const filter = { areas: areas.filter(area => area !== undefined), language, district }
  const isFiltered = filter.areas.length > 0 || language !== undefined || district !== undefined
  const expertIds = isFiltered ? await findBookableExpertIds(app.db, filter, limits.maxExpertLookup) : undefined
  if (expertIds) return sql<boolean>`expert_id = any(${expertIds}::uuid[])`
  const matchingExpert = selectBookableExperts(app.db, filter).where(
    'u.id',
    '=',
    sql.ref<string>('availability_slots.expert_id'),
  )
  return sql<boolean>`(${matchingExpert}) is not null`
}

function parseDay(app: App, { date, time_zone }: SlotFilters) {
  if (date === undefined) return undefined
  const zone = time_zone ?? app.config.timeZone
  const fields: ApiError['fields'] = []
  if (!isTimeZone(zone)) fields.push({ field: 'time_zone', key: 'field.time_zone' })
  const day = fields.length > 0 ? undefined : getDayRange(date, zone)
  if (fields.length === 0 && !day) fields.push({ field: 'date', key: 'field.date' })
  if (fields.length > 0) throw new ApiError('validation_failed', { fields })
  return day
}

/**
 * Returns what an expert has published, with the next free slots. Experts who wait for approval see their own.
 * @throws ApiError not_found, also for experts who are not approved, deactivated or gone
 */
export async function showExpert(app: App, caller: Caller, id: string, origin: string): Promise<ExpertProfile> {
  const isBookable = await isBookableExpert(app.db, id)
  if (!canViewExpert(caller, { id, isBookable })) throw apiError('not_found')
  const getExpert = await loadSlotExperts(app.db, app, [{ expert_id: id }], origin)
  return { ...getExpert(id), free_slots: isBookable ? await listFreeSlots(app, id) : [] }
}

async function listFreeSlots(app: App, expertId: string) {
  const now = app.clock.now()
  const rows = await app.db
    .selectFrom('availability_slots')
    .select(slotColumns)
    .where('expert_id', '=', expertId)
    .where('status', '=', 'available')
    .where('is_active', '=', true)
    .where('start_time', '>', now)
    .orderBy('start_time')
    .limit(limits.maxProfileSlots)
    .execute()
  return rows.map(row => presentSlotTimes(row, now))
}

/** Selects slots ordered by start time, from the cursor on. */
function selectSlotsByStart(app: App, cursor: Cursor | undefined, direction: 'asc' | 'desc') {
  const afterCursor = (operator: RawBuilder<unknown>) =>
    sql<boolean>`(start_time, availability_slots.id) ${operator} (${fromEpochMicros(cursor?.micros ?? '0')}, ${cursor?.id ?? ''}::uuid)`
  return app.db
    .selectFrom('availability_slots')
    .select(slotColumns)
    .select(epochMicros(sql.ref('start_time')).as('micros'))
    .$if(cursor !== undefined, qb => qb.where(afterCursor(direction === 'asc' ? sql`>` : sql`<`)))
    .orderBy('start_time', direction)
    .orderBy('id', direction)
}

/**
 * Words by which an expert's areas of expertise are matched to a crop, in all languages of the product: the crop itself
 * or its group.
 */
const cropKeywords: Record<CropType, readonly string[]> = {
  MAIZE: ['maize', 'corn', 'mahindi', 'kasooli', 'cereal', 'nafaka'],
  WHEAT: ['wheat', 'ngano', 'ŋŋano', 'eŋŋaano', 'cereal', 'nafaka'],
  RICE: ['rice', 'mpunga', 'mchele', 'omuceere', 'cereal', 'nafaka'],
  BEANS: ['bean', 'maharag', 'ebijanjaalo', 'legum', 'pulses', 'mikunde'],
}
