const minute = 60_000
const hour = 60 * minute

/**
 * When a reminder is due before an appointment, and how late it may still be sent, in milliseconds. After a longer
 * outage a reminder is skipped, because its wording would be wrong.
 */
export const reminderSchedule = {
  day: { beforeMs: 24 * hour, graceMs: 3 * hour },
  hour: { beforeMs: hour, graceMs: 30 * minute },
} as const
export type ReminderKind = keyof typeof reminderSchedule
