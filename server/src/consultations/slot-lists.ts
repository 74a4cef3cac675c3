import type { CropType, Page } from '@kutu/contract/common'
import { type RawBuilder, sql } from 'kysely'
import { bookableExperts, fewBookableExperts, namedBy } from '../accounts/slot-experts.ts'
import type { App } from '../context.ts'
import { Refusal } from '../http/errors.ts'
import { cutPage, envelopeOfCut, instantOf, microsOf, offsetOf, type Position, positionIn } from '../http/paging.ts'
import type { Caller } from '../http/session.ts'
import { cropWords } from './crop-words.ts'
import { limits } from './policy.ts'
import { presentSlots, slotColumns } from './present-slot.ts'
import type { Standing } from './tables.ts'
import { countSlots } from './tallies.ts'
import { dayIn, isTimeZone } from './zoned-time.ts'

type Asked = Page & { after?: string | undefined }
type Own = Asked & { status?: Standing | undefined }

/** An expert's own slots, the latest first. */
export async function listMySlots(app: App, caller: Caller, query: Own, address: URL) {
  const { count } = await countSlots(app, caller.id, query.status)
  const position = positionIn(query)
  const offset = position ? 0 : offsetOf(query)
  const found =
    offset >= count
      ? []
      : await slotsBy(app, position, 'desc')
          .where('expert_id', '=', caller.id)
          .$if(query.status !== undefined, rows => rows.where('standing', '=', query.status ?? 'available'))
          .limit(query.page_size + 1)
          .offset(offset)
          .execute()
  const { rows, next } = cutPage(address, query, found)
  return envelopeOfCut(address, query, { count, next, results: await presentSlots(app, rows, address.origin) })
}

type Filters = {
  expertise?: string | undefined
  language?: string | undefined
  crop_type?: CropType | undefined
  date?: string | undefined
  time_zone?: string | undefined
  expert?: string | undefined
  status?: 'available' | 'booked' | undefined
}

/**
 * Slots ahead that farmers may book or see taken, the soonest first.
 * @throws Refusal validation_failed for a day or time zone that there is not
 */
export async function listSlots(app: App, query: Asked & Filters, address: URL) {
  const position = positionIn(query)
  const day = dayAsked(app, query)
  const now = app.clock.now()
  const from = day && day.from > now ? day.from : now
  const found = await slotsBy(app, position, 'asc')
    .where('is_active', '=', true)
    .where('start_time', '>', now)
    .$if(day !== undefined, rows => rows.where('start_time', '>=', from).where('start_time', '<', day?.to ?? from))
    .$if(query.expert !== undefined, rows => rows.where('expert_id', '=', query.expert ?? ''))
    .$if(query.status !== undefined, rows => rows.where('standing', '=', query.status ?? 'available'))
    .where(await ofFittingExperts(app, query))
    .limit(query.page_size + 1)
    .offset(position ? 0 : offsetOf(query))
    .execute()
  const { rows, next } = cutPage(address, query, found)
  return { results: await presentSlots(app, rows, address.origin), next }
}

/** What the experts who have slots ahead know and speak. */
export function listSlotFilters(app: App) {
  const upcoming = app.db
    .selectFrom('availability_slots as s')
    .select('s.expert_id')
    .where('s.is_active', '=', true)
    .where('s.start_time', '>', app.clock.now())
  return namedBy(app.db, bookableExperts(app.db).where('u.id', 'in', upcoming), limits.filterWords)
}

/**
 * Slots of experts who fit, by one of two ways: few experts are looked up first and their slots by their own index; of many,
 * as those who speak a common language, the list is walked down. No guess of the database could tell which it is.
 */
async function ofFittingExperts(app: App, { expertise, language, crop_type }: Filters): Promise<RawBuilder<boolean>> {
  const areas = [expertise === undefined ? undefined : [expertise], crop_type && cropWords[crop_type]]
  const filter = { areas: areas.filter(each => each !== undefined), language }
  const isFiltered = filter.areas.length > 0 || language !== undefined
  const few = isFiltered ? await fewBookableExperts(app.db, filter, limits.lookedUpExperts) : undefined
  if (few) return sql<boolean>`expert_id = any(${few}::uuid[])`
  const fitting = bookableExperts(app.db, filter).where('u.id', '=', sql.ref<string>('availability_slots.expert_id'))
  return sql<boolean>`(${fitting}) is not null`
}

function dayAsked(app: App, { date, time_zone }: Filters) {
  if (date === undefined) return undefined
  const zone = time_zone ?? app.config.timeZone
  const fields: Refusal['fields'] = []
  if (!isTimeZone(zone)) fields.push({ field: 'time_zone', key: 'field.time_zone' })
  const day = fields.length > 0 ? undefined : dayIn(date, zone)
  if (fields.length === 0 && !day) fields.push({ field: 'date', key: 'field.date' })
  if (fields.length > 0) throw new Refusal('validation_failed', { fields })
  return day
}

/** Slots in the order of their begin, from where the page before ended. */
function slotsBy(app: App, position: Position | undefined, direction: 'asc' | 'desc') {
  const beyond = (sign: RawBuilder<unknown>) =>
    sql<boolean>`(start_time, availability_slots.id) ${sign} (${instantOf(position?.micros ?? '0')}, ${position?.id ?? ''}::uuid)`
  return app.db
    .selectFrom('availability_slots')
    .select(slotColumns)
    .select([sql.lit(0).as('rank'), microsOf(sql.ref('start_time')).as('micros')])
    .$if(position !== undefined, rows => rows.where(beyond(direction === 'asc' ? sql`>` : sql`<`)))
    .orderBy('start_time', direction)
    .orderBy('id', direction)
}
