import { decodeTokenTimes } from './access-token.ts'
import { readItem } from './session.ts'

/** A smaller difference may come from the network, so it is ignored. */
const toleranceMs = 2 * 60_000

/**
 * Returns the current time. If the device's clock is wrong by more than two minutes, it is corrected by the time of
 * issue of the last access token; otherwise an appointment of today could look past.
 */
export function getServerTime(): Date {
  const issuedAt = decodeTokenTimes(readItem('accessToken') ?? '')?.issuedAt
  const receivedAt = readItem('tokensSince')
  const clockSkewMs = issuedAt === undefined || receivedAt === null ? 0 : Number(receivedAt) - issuedAt * 1000
  return new Date(Date.now() - (Math.abs(clockSkewMs) > toleranceMs ? clockSkewMs : 0))
}
