import type { App } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** Something that happens in the demonstration at a time. It gets the app with its clock at that time. */
export type TimelineEvent = { at: Date; run: (app: App) => Promise<void> }

/** Returns the app with its clock stopped at a time. */
export const atTime = (app: App, at: Date): App => ({ ...app, clock: { now: () => at } })

/**
 * Runs events in the order of their times and returns how many were rejected. The app rejects an event when a job, which
 * runs on the real clock, was faster (a booking of the past has expired), or when an earlier event was rejected.
 */
export async function runTimeline(app: App, events: readonly TimelineEvent[]): Promise<number> {
  let rejected = 0
  const ordered = [...events].sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { at, run } of ordered)
    try {
      await run(atTime(app, at))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      rejected++
      app.log.warn({ code: error.code, at }, 'an event of the demonstration was rejected')
    }
  return rejected
}

/** Returns the item of an index; after the last one follows the first. */
export function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
