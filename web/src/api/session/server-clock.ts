import { decodeTokenTimes } from './access-token.ts'
import { readItem } from './session.ts'

/** So far a phone's clock may be off, or an answer be under way, before we count with it. */
const toleranceMs = 2 * 60_000

/** What time it is. The clock of a phone may be a day wrong, and today's appointment would be over: the server's is told by the last tokens. */
export function getServerTime(): Date {
  const issuedAt = decodeTokenTimes(readItem('accessToken') ?? '')?.issuedAt
  const receivedAt = readItem('tokensSince')
  const clockSkewMs = issuedAt === undefined || receivedAt === null ? 0 : Number(receivedAt) - issuedAt * 1000
  return new Date(Date.now() - (Math.abs(clockSkewMs) > toleranceMs ? clockSkewMs : 0))
}
