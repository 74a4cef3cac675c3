const minute = 60_000
const hour = 60 * minute

/**
 * When a reminder is due before an appointment, and for how long after that it may still go out: one that an outage
 * held up longer would come as if it were on time.
 */
export const reminderSchedule = {
  day: { beforeMs: 24 * hour, graceMs: 3 * hour },
  hour: { beforeMs: hour, graceMs: 30 * minute },
} as const
export type ReminderKind = keyof typeof reminderSchedule
