import { demoExperts } from '../accounts/demo.ts'
import type { App } from '../context.ts'
import { Refusal } from '../http/errors.ts'
import { addSlots, type Times } from './slots.ts'
import { daysLater, readTime } from './zoned-time.ts'

/** In how many days, and from which hour to which. */
const offers = [
  { days: 1, from: '09:00', to: '11:00' },
  { days: 2, from: '14:00', to: '16:00' },
  { days: 4, from: '10:00', to: '11:30' },
  { days: 6, from: '16:00', to: '18:00' },
]

/** A few slots of the demonstration's experts in the days to come, made anew for each who has none ahead. */
export async function ensureDemoSlots(app: App): Promise<void> {
  const experts = await demoExperts(app)
  for (const [at, id] of experts.entries()) {
    if (!(await hasSlotAhead(app, id))) await offer(app, id, at)
  }
}

async function hasSlotAhead(app: App, expertId: string): Promise<boolean> {
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

/** Each expert begins a day after the one before, so that no day has everybody and none nobody. */
async function offer(app: App, id: string, after: number): Promise<void> {
  const times = offers.map(({ days, from, to }) => timesOn(app, days + after, from, to))
  try {
    await addSlots(app, { id }, times)
  } catch (error) {
    // Another server, starting at the same moment, has offered them.
    if (!(error instanceof Refusal && error.word === 'slot_overlaps')) throw error
  }
}

function timesOn(app: App, days: number, from: string, to: string): Times {
  const zone = app.config.timeZone
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(app.clock.now())
  const at = (time: string) => {
    const today = readTime(`${day} ${time}`, zone)
    const then = 'at' in today ? daysLater(today.at, days, zone) : undefined
    if (!then) throw new Error(`no clock in ${zone} shows ${time} in ${days} days`)
    return then
  }
  return { start: at(from), end: at(to) }
}
