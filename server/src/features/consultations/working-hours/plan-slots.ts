import type { TimeRange } from '../slots/slots.ts'

/** A slot that exists: an active one, or a generated one that the expert deactivated. */
export type ExistingSlot = {
  id: string
  start_time: Date
  end_time: Date
  is_active: boolean
  is_booked: boolean
  is_generated: boolean
}

export type Clash = TimeRange & { slot: ExistingSlot }
export type SlotPlan = { add: TimeRange[]; close: ExistingSlot[]; clashes: Clash[] }

/**
 * Compares the slots that the working hours make with those that exist. Free generated slots that are no longer among
 * them are closed, unless they have begun. Slots that are booked or that the expert created stay, and what overlaps them
 * is left out as a clash. A generated slot that the expert deactivated is not offered again.
 * @param wanted in ascending order, without overlaps
 */
export function planSlots(wanted: readonly TimeRange[], existing: readonly ExistingSlot[], now: Date): SlotPlan {
  const wantedKeys = new Set(wanted.map(({ start, end }) => getKey(start, end)))
  const isOutdated = (slot: ExistingSlot) =>
    slot.is_active &&
    slot.is_generated &&
    !slot.is_booked &&
    slot.start_time > now &&
    !wantedKeys.has(getKey(slot.start_time, slot.end_time))
  const close = existing.filter(isOutdated)
  const obstacles = existing.filter(slot => !isOutdated(slot)).sort((a, b) => compare(a.start_time, b.start_time))
  const plan: SlotPlan = { add: [], close, clashes: [] }
  let next = 0
  let passed: ExistingSlot[] = []
  for (const range of wanted) {
    while (next < obstacles.length && (obstacles[next]?.start_time ?? range.end) < range.end) {
      const obstacle = obstacles[next++]
      if (obstacle) passed.push(obstacle)
    }
    passed = passed.filter(({ end_time }) => end_time > range.start)
    const active = passed.find(({ is_active }) => is_active)
    if (active && getKey(active.start_time, active.end_time) !== getKey(range.start, range.end))
      plan.clashes.push({ ...range, slot: active })
    if (passed.length === 0) plan.add.push(range)
  }
  return plan
}

const getKey = (start: Date, end: Date): string => `${start.getTime()} ${end.getTime()}`
const compare = (a: Date, b: Date): number => a.getTime() - b.getTime()
