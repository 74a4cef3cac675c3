import type { Language } from '@kutu/contract/common'
import { t } from '../../../platform/i18n/translate.ts'
import type { ZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { countSeptets, maxSeptets, toGsm7, truncateToSeptets } from '../../../platform/sms/gsm7.ts'
import type { ReminderKind } from '../reminders/reminder-schedule.ts'

/** The messages that are sent by SMS; all others are sent in the app and by email only. */
export type SmsKind = 'approved' | ReminderKind

/** Returns a message of at most 160 GSM-7 septets. The name is truncated if necessary. */
export function buildSmsText(
  kind: SmsKind,
  language: Language,
  { name, when }: { name: string; when: ZonedDateTime },
): string {
  const render = (displayName: string) => toGsm7(t(language, `text.${kind}`, { name: displayName, when }))
  const gsmName = toGsm7(name)
  const excess = countSeptets(render(gsmName)) - maxSeptets
  return render(excess > 0 ? truncateToSeptets(countSeptets(gsmName) - excess, gsmName) : gsmName)
}
