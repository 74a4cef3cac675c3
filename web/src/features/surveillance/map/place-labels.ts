import type { DistrictRow } from './counts.ts'

type Bubble = { row: DistrictRow; x: number; y: number; radius: number }
type Label = { row: DistrictRow; x: number; y: number; anchor: 'start' | 'end' }
type Box = { left: number; right: number; top: number; bottom: number }

const lineHeight = 24
/** Mean width of a bold letter at the font size of the map. */
const letterWidth = 13
const gap = 5

/** Returns the radius of a bubble: its area is proportional to the reports, within limits that can be drawn. */
export const bubbleRadius = (reports: number): number => Math.min(48, Math.max(8, 3.2 * Math.sqrt(reports)))

/** Places names beside the bubbles, of the largest first, and leaves out those that would cover another name or bubble. */
export function placeLabels(bubbles: readonly Bubble[], { width, height }: { width: number; height: number }): Label[] {
  const taken: Box[] = []
  return bubbles.flatMap(bubble => {
    const { row, x, y, radius } = bubble
    const others = bubbles.filter(other => other !== bubble).map(toBox)
    const textWidth = row.name.length * letterWidth
    const sides = [
      { anchor: 'start' as const, at: x + radius + gap, left: x + radius + gap },
      { anchor: 'end' as const, at: x - radius - gap, left: x - radius - gap - textWidth },
    ]
    for (const { anchor, at, left } of sides) {
      const box = { left, right: left + textWidth, top: y - lineHeight / 2, bottom: y + lineHeight / 2 }
      const isInside = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
      if (!isInside || [...taken, ...others].some(other => overlap(box, other))) continue
      taken.push(box)
      return [{ row, anchor, x: at, y: y + lineHeight / 3 }]
    }
    return []
  })
}

const toBox = ({ x, y, radius }: Bubble): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
})
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
