import { addDays } from '@kutu/time/days'
import { parseZonedTime } from '@kutu/time/parse-zoned-time'
import type { App } from '../../../context.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { listDemoExpertIds } from '../../accounts/demo-accounts.ts'
import { addSlots, type TimeRange } from './slots.ts'

/** Days from today, and local start and end times. */
const slotTemplates = [
  { days: 1, from: '09:00', to: '11:00' },
  { days: 2, from: '14:00', to: '16:00' },
  { days: 4, from: '10:00', to: '11:30' },
  { days: 6, from: '16:00', to: '18:00' },
]

/** Gives each demonstration expert without upcoming slots a few in the next days. */
export async function ensureDemoSlots(app: App): Promise<void> {
  const experts = await listDemoExpertIds(app)
  for (const [index, id] of experts.entries()) {
    if (!(await hasUpcomingSlot(app, id))) await addDemoSlots(app, id, index)
  }
}

async function hasUpcomingSlot(app: App, expertId: string): Promise<boolean> {
  const found = await app.db
    .selectFrom('availability_slots')
    .select('id')
    .where('expert_id', '=', expertId)
    .where('is_active', '=', true)
    .where('start_time', '>', app.clock.now())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Each expert starts one day later than the previous one, so that the slots spread over the days. */
async function addDemoSlots(app: App, id: string, firstDay: number): Promise<void> {
  const times = slotTemplates.map(({ days, from, to }) => resolveTemplate(app, days + firstDay, from, to))
  try {
    await addSlots(app.db, app, { id }, times)
  } catch (error) {
    // Another server that started at the same time has created them.
    if (!(error instanceof ApiError && error.code === 'slot_overlaps')) throw error
  }
}

function resolveTemplate(app: App, days: number, from: string, to: string): TimeRange {
  const zone = app.config.timeZone
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(app.clock.now())
  const toDate = (time: string) => {
    const today = parseZonedTime(`${day} ${time}`, zone)
    const shifted = 'instant' in today ? addDays(today.instant, days, zone) : undefined
    if (!shifted) throw new Error(`${time} does not exist in ${zone} in ${days} days`)
    return shifted
  }
  return { start: toDate(from), end: toDate(to) }
}
