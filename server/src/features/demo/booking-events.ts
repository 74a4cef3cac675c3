import type { App } from '../../context.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import type { DemoCallers } from '../accounts/demo-farmers.ts'
import { answerBooking, cancelBooking } from '../consultations/bookings/appointments.ts'
import { bookSlot } from '../consultations/bookings/bookings.ts'
import { expireSlots } from '../consultations/slots/slot-expiry.ts'
import { addSlots } from '../consultations/slots/slots.ts'
import { atTime, pick, type TimelineEvent } from './timeline.ts'

const hour = 60 * 60_000
const day = 24 * hour

type Outcome = 'approved' | 'rejected' | 'cancelled_by_expert' | 'cancelled_by_farmer' | 'expired' | 'pending'

/** Bookings by the day on which their slot begins, from now. The appointments still to come are approved or pending. */
const bookings: readonly { days: number; outcome: Outcome }[] = [
  { days: -320, outcome: 'approved' },
  { days: -281, outcome: 'approved' },
  { days: -255, outcome: 'rejected' },
  { days: -214, outcome: 'approved' },
  { days: -186, outcome: 'cancelled_by_farmer' },
  { days: -149, outcome: 'approved' },
  { days: -113, outcome: 'expired' },
  { days: -82, outcome: 'approved' },
  { days: -60, outcome: 'cancelled_by_expert' },
  { days: -33, outcome: 'approved' },
  { days: -12, outcome: 'approved' },
  { days: 3, outcome: 'approved' },
  { days: 5, outcome: 'pending' },
  { days: 8, outcome: 'approved' },
  { days: 9, outcome: 'pending' },
]

const questions = [
  'These spots are spreading. What should I do first?',
  'Can I still save this field?',
  'The leaves dry from the tip. Is it a disease?',
]
const meetings = ['call', 'whatsapp'] as const

type FindAnalysis = (farmer: Caller, at: Date) => string | undefined

/** Returns the bookings of the demonstration as events, each with a question and the farmer's latest leaf. Slots begin at 7:30 in East Africa, before those of the week. */
export function planBookings(callers: DemoCallers, now: Date, findAnalysis: FindAnalysis): TimelineEvent[] {
  return bookings.map(({ days, outcome }, index) => {
    const start = new Date(Math.floor((now.getTime() + days * day) / day) * day + 4.5 * hour)
    const at = new Date(Math.min(start.getTime() - 4 * day, now.getTime() - (index + 1) * hour))
    return { at, run: app => book(app, callers, { start, outcome, index, findAnalysis }) }
  })
}

async function book(
  app: App,
  { farmers, experts }: DemoCallers,
  { start, outcome, index, findAnalysis }: { start: Date; outcome: Outcome; index: number; findAnalysis: FindAnalysis },
): Promise<void> {
  const farmer = pick(farmers, index * 3)
  const expert = pick(experts, index)
  const origin = app.config.publicUrl
  const end = new Date(start.getTime() + hour)
  const [slot] = await addSlots(app.db, app, expert, [{ start, end }])
  if (!slot) throw new Error('no slot was added')
  const request = {
    // The experts take turns as well, and each hears every question.
    question: pick(questions, index + Math.floor(index / 3)),
    meeting: pick(meetings, index),
    analysis: findAnalysis(farmer, app.clock.now()),
  }
  const { id } = await bookSlot(app.db, atMinute(app, 20), farmer, { slotId: slot.id, request, origin })
  const answerApp = atMinute(app, 50)
  if (outcome === 'pending') return
  if (outcome === 'expired') return expireSlots(atTime(app, new Date(end.getTime() + 60_000)))
  if (outcome === 'rejected') {
    await answerBooking(
      answerApp,
      expert,
      { booking_id: id, action: 'reject', reason: 'I am in the field that day.' },
      origin,
    )
    return
  }
  const selected_date = start.toISOString()
  await answerBooking(answerApp, expert, { booking_id: id, action: 'approve', selected_date }, origin)
  if (outcome === 'cancelled_by_expert')
    await cancelBooking(app.db, atMinute(app, 55), expert, id, { reason: 'The road is under water.', origin })
  if (outcome === 'cancelled_by_farmer')
    await cancelBooking(app.db, atMinute(app, 55), farmer, id, { reason: undefined, origin })
}

/** Returns the app some minutes later. */
const atMinute = (app: App, minute: number): App => atTime(app, new Date(app.clock.now().getTime() + minute * 60_000))
