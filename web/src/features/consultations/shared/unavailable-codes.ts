import type { ErrorCode } from '@kutu/contract/errors'

const unavailableCodes: readonly string[] = [
  'slot_taken',
  'slot_inactive',
  'slot_past',
  'not_found',
] satisfies ErrorCode[]

/** Decides whether an error code means that the slot cannot be booked any more. */
export const isUnavailableCode = (code: string | undefined): boolean =>
  code !== undefined && unavailableCodes.includes(code)
