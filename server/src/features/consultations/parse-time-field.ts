import { parseZonedTime } from '@kutu/time/parse-zoned-time'

const errorKeys = { invalid: 'field.time', skipped: 'field.time_gap' } as const

/** Parses a time sent by a client. The error is the message key of the field. */
export function parseTimeField(
  value: string,
  timeZone: string,
): { instant: Date } | { errorKey: (typeof errorKeys)[keyof typeof errorKeys] } {
  const parsed = parseZonedTime(value, timeZone)
  return 'error' in parsed ? { errorKey: errorKeys[parsed.error] } : parsed
}
