import { z } from 'zod'
import { instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { workingHourLimits as limits } from './booking-actions.ts'

/** `HH:MM`, local to the zone of the working hours. */
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

export const workingPeriod = z.object({
  /** ISO 8601: 1 is Monday, 7 is Sunday. */
  weekday: z.number().int().min(1).max(7),
  start: clockTime,
  /** `24:00` is the end of the day. */
  end: z.union([clockTime, z.literal('24:00')]),
})
export type WorkingPeriod = z.infer<typeof workingPeriod>

/** Days without slots, the last one included. */
export const daysOff = z.object({ first_day: day, last_day: day })
export type DaysOff = z.infer<typeof daysOff>

const minutes = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)

const hoursFields = {
  appointment_minutes: minutes(limits.appointmentMinutes),
  break_minutes: minutes(limits.breakMinutes),
  /** Slots are generated up to this number of days from today. */
  days_ahead: minutes(limits.daysAhead),
  /** Periods of one weekday do not overlap. Without any, no slots are generated. */
  periods: z.array(workingPeriod).max(limits.maxPeriods),
  days_off: z.array(daysOff).max(limits.maxDaysOff),
}

const timeRange = { start_time: instant, end_time: instant }
/** A time that would have been a slot, and the active slot in its way. */
const clash = z.object({ ...timeRange, slot: z.object({ ...timeRange, is_booked: z.boolean() }) })

export const workingHours = z.object({
  ...hoursFields,
  time_zone: z.string(),
  /** Null before the hours are saved for the first time; the other fields are then suggestions. */
  saved_at: instant.nullable(),
  /** The first clashes, soonest first, and the number of all. */
  clashes: z.array(clash),
  clash_count: z.number().int(),
})
export type WorkingHours = z.infer<typeof workingHours>

const timeZone = z.string().trim().min(1).max(60)

export const workingHourEndpoints = {
  showWorkingHours: endpoint({
    method: 'GET',
    path: '/api/consultations/working-hours/',
    access: 'expert',
    summary: 'Get the working hours of the caller, and the times that are left out because of other slots',
    reply: workingHours,
  }),
  saveWorkingHours: endpoint({
    method: 'PUT',
    path: '/api/consultations/working-hours/',
    access: 'expert',
    summary: 'Save the working hours of the caller and bring the generated slots in step; booked slots stay',
    body: z.object({
      ...hoursFields,
      /** Zone of the local times; default: the server's zone. */
      time_zone: timeZone.optional(),
    }),
    reply: workingHours.extend({
      /** Number of slots that were generated, and of free generated slots that were deactivated. */
      added: z.number().int(),
      removed: z.number().int(),
    }),
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
}
