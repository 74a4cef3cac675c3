import type { RateLimit } from '@kutu/contract/endpoint'
import { sql } from 'kysely'
import { insertInto } from '../../db/complete-insert.ts'
import type { Db } from '../../db/database.ts'

/*
 * Token buckets by the generic cell rate algorithm (ITU-T I.371, virtual scheduling): instead of a level and a timer, a key
 * has the theoretical arrival time `tat` at which its bucket is full again. `T` is the time in which one unit refills, `tau`
 * that of the whole bucket, in milliseconds. A `tat` more than two `tau` ahead comes from a clock that was set back: the key
 * starts anew.
 */
const parameters = ({ max, seconds }: RateLimit) => ({ tau: seconds * 1000, T: (seconds * 1000) / max })

/** A key is dropped when so many others were used after it; then its bucket is full again. About 100 bytes each. */
const maxKeys = 100_000

/**
 * Creates one token bucket per key in the memory of this process.
 * @returns a function that takes units and returns 0, or takes none and returns the milliseconds until it could
 */
export function createTokenBuckets(limit: RateLimit) {
  const { tau, T } = parameters(limit)
  const tats = new Map<string, number>()
  return (key: string, units: number, now: number): number => {
    const stored = tats.get(key) ?? now
    const tat = stored > now + 2 * tau ? now : Math.max(stored, now)
    // More units than the bucket holds need a full one.
    const next = tat + Math.min(units, limit.max) * T
    const waitMs = next - tau - now
    // Rounding errors of T must not refuse the last unit.
    if (waitMs > 1e-6 * tau) return waitMs
    // Deleted first, so that the keys are in the order of their last use.
    tats.delete(key)
    tats.set(key, next)
    const [oldest] = tats.size > maxKeys ? tats.keys() : []
    if (oldest !== undefined) tats.delete(oldest)
    return 0
  }
}

/**
 * Takes one unit from the bucket of a key that all processes share.
 * @returns 0, or the milliseconds until the bucket has a unit
 */
export async function takeFromSharedBucket(db: Db, limit: RateLimit, key: string, now: number): Promise<number> {
  const { tau, T } = parameters(limit)
  const stored = sql.ref<number>('rate_limits.tat')
  const taken = await insertInto(db, 'rate_limits', { key, tat: now + T })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({
          tat: sql<number>`case when ${stored} > ${now + 2 * tau} then ${now} else greatest(${stored}, ${now}) end + ${T}::float8`,
        })
        .where(sql<boolean>`${stored} <= ${now + tau - T + 1e-6 * tau} or ${stored} > ${now + 2 * tau}`),
    )
    .returning('tat')
    .executeTakeFirst()
  if (taken) return 0
  const row = await db.selectFrom('rate_limits').select('tat').where('key', '=', key).executeTakeFirst()
  return Math.max(1, (row?.tat ?? now) + T - tau - now)
}
