import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDiskFull } from '../../storage/disk-full.ts'

/** Parts that a process needs for its work, in the order of the reply. */
export type Part = 'database' | 'files' | 'model'
/** `full`: the part answers, but its disk has no space left. */
export type PartState = 'available' | 'unavailable' | 'full'
/** Returns the state of each part, not older than a few seconds. */
export type HealthChecks = () => Promise<Record<Part, PartState>>

type Options = {
  /** A check that takes longer counts as failed, in milliseconds. Load balancers wait about as long. */
  timeoutMs?: number
}

/** Anyone may call readiness, so its checks, which write to the disks, run no more often than this. */
const minIntervalMs = 5000

/**
 * Creates the checks behind `/api/ready`. They run on demand.
 * @param probes uses one part; rejects or returns false if it does not work
 */
export function createHealthChecks(
  probes: Record<Part, () => Promise<unknown>>,
  log: Logger,
  { timeoutMs = 4000 }: Options = {},
): HealthChecks {
  let latest: { startedAt: number; states: ReturnType<HealthChecks> } | undefined
  const checkPart = { database: createCheck('database'), files: createCheck('files'), model: createCheck('model') }
  function createCheck(part: Part): () => Promise<PartState> {
    // A probe that hangs is not started a second time, so that it cannot occupy all connections.
    let running: Promise<PartState> | undefined
    return async () => {
      running ??= probePart(part, probes[part], log).finally(() => {
        running = undefined
      })
      return Promise.race([running, delay(timeoutMs, 'unavailable' as const, { ref: false })])
    }
  }
  const checkAll = async () => {
    const [database, files, model] = await Promise.all([checkPart.database(), checkPart.files(), checkPart.model()])
    return { database, files, model }
  }
  return () => {
    const now = performance.now()
    if (!latest || now - latest.startedAt >= minIntervalMs) latest = { startedAt: now, states: checkAll() }
    return latest.states
  }
}

async function probePart(part: Part, probe: () => Promise<unknown>, log: Logger): Promise<PartState> {
  try {
    if ((await probe()) !== false) return 'available'
    log.warn({ part }, 'a part does not work')
    return 'unavailable'
  } catch (error) {
    log.warn({ err: error, part }, 'a part does not work')
    return isDiskFull(error) ? 'full' : 'unavailable'
  }
}
