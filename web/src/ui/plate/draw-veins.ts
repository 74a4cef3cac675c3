/** The middle line of a leaf and the distance from it to the edge. */
export interface Body {
  halfWidthAt: (x: number) => number
  middleAt: (x: number) => number
}

export const toText = (value: number): string => String(Math.round(value * 10) / 10)

export const toLine = (points: (readonly [number, number])[]): string =>
  points.map(([x, y]) => `${toText(x)} ${toText(y)}`).join('L')

export const rangeOf = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

/** Draws thin veins along the leaf, and short ones across them. `gap` is a share of the half width. */
export function drawParallelVeins(body: Body, { from, to, gap }: { from: number; to: number; gap: number }): string {
  const at = (x: number, share: number) => `${toText(x)} ${toText(body.middleAt(x) + share * body.halfWidthAt(x))}`
  const shares = rangeOf(-0.94, 0.94, gap).filter(share => Math.abs(share) > 0.12)
  const along = shares.map(
    share =>
      `M${rangeOf(from, to, 14)
        .map(x => at(x, share))
        .join('L')}`,
  )
  const across = shares.flatMap((share, row) =>
    rangeOf(from + ((row * 7) % 16), to, 16).map(x => `M${at(x, share)}L${at(x + 1, share + gap)}`),
  )
  return [...along, ...across].join('')
}

/** The side veins of a bean leaflet: as they show from afar, and the net between them. */
export function drawBeanVeins(body: Body): { veins: string; drawNet: (from: number, to: number) => string } {
  const sideVeins = [64, 82, 104, 128, 152, 178, 204].flatMap(x => [-1, 1].map(side => ({ x, side })))
  /** A point of a side vein, from the midrib (0) to the edge (1). */
  const pointAt = ({ x, side }: { x: number; side: number }, t: number) => {
    const reach = (dx: number, share: number) => body.middleAt(x + dx) + side * share * body.halfWidthAt(x + 38)
    const bend = (start: number, control: number, end: number) =>
      (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t ** 2 * end
    return [bend(x, x + 18, x + 38), bend(body.middleAt(x), reach(18, 0.5), reach(38, 0.94))] as const
  }
  const veins = sideVeins.map(({ x, side }) => {
    const at = (dx: number, share: number) =>
      `${toText(x + dx)} ${toText(body.middleAt(x + dx) + side * share * body.halfWidthAt(x + 38))}`
    return `M${toText(x)} ${toText(body.middleAt(x))}Q${at(18, 0.5)} ${at(38, 0.94)}`
  })
  /** Draws ladders between neighboring side veins, whose rungs are bent and joined in the middle. */
  const drawNet = (from: number, to: number) =>
    sideVeins
      .flatMap((vein, index) => {
        const next = sideVeins[index + 2]
        if (!next || next.x < from || vein.x > to) return []
        const joints = rangeOf(0.12, 0.95, 0.09).map((t, rung) => {
          const [x1, y1] = pointAt(vein, t)
          const [x2, y2] = pointAt(next, t - 0.05)
          const [x, y] = [(x1 + x2) / 2 + (rung % 2 === 0 ? 1.6 : -1.2), (y1 + y2) / 2]
          return {
            rung: `M${toLine([
              [x1, y1],
              [x, y],
              [x2, y2],
            ])}`,
            joint: [x, y] as const,
          }
        })
        return [...joints.map(({ rung }) => rung), `M${toLine(joints.map(({ joint }) => joint))}`]
      })
      .join('')
  return { veins: veins.join(''), drawNet }
}
