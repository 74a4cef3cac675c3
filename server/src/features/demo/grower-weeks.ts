import type { RustClass } from '@kutu/contract/common'
import type { DemoGrowers } from '../accounts/demo-growers.ts'
import { noise } from './draw-leaf.ts'

/** Share of the growers who photograph between the seasons: too few for figures in most districts. In season, most do. */
const quietShare = 0.07
/** Share of the growers who have joined in the first week. */
const firstShare = 0.5

/**
 * Returns what the growers of a district photograph in a week, a photo for each who photographs. Week 0 is the last that has
 * ended.
 */
export function planPhotos(growers: DemoGrowers, week: number): RustClass[] {
  const { usernames, course, weeks } = growers
  const age = weeks + week
  if (age <= 0) return []
  // Two growing seasons in 52 weeks; the newest is at its height.
  const season = quietShare + (1 - quietShare) * Math.cos((Math.PI * 2 * Math.min(0, week)) / 52) ** 2
  const joined = firstShare + (1 - firstShare) * Math.min(1, age / weeks)
  const isRising = course === 'rise' && week >= 0
  const willing = isRising ? 1 : season * joined * (0.75 + 0.3 * noise(week, usernames.length, 5))
  const photographing = Math.min(usernames.length, Math.max(1, Math.round(usernames.length * willing)))
  const rust = Math.round(
    photographing * findRustShare(growers, week) * (0.85 + 0.3 * noise(week, usernames.length, 6)),
  )
  const sick = Math.min(photographing, rust)
  const otherDisease = Math.round((photographing - sick) * 0.3)
  return Array.from({ length: photographing }, (_, i) =>
    i < sick ? 'common_rust' : i < sick + otherDisease ? 'other_disease' : 'healthy',
  )
}

/** Rust comes with the end of the season, and spreads from the week before the last that has ended. */
function findRustShare({ course, rustShare }: DemoGrowers, week: number): number {
  if (course === 'rise' && week === -1) return rustShare * 1.5
  if (course === 'rise' && week >= 0) return rustShare * 2.6
  return rustShare
}
