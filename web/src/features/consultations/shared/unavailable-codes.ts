import type { ErrorCode } from '@kutu/contract/errors'

/** Errors that mean the slot cannot be booked any more. */
export const unavailableCodes: readonly ErrorCode[] = ['slot_taken', 'slot_inactive', 'slot_past', 'not_found']
