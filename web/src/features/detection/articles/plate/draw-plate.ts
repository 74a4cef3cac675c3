import type { Crop } from '@kutu/advice/disease-card'
import type { Symptom } from './symptoms.ts'

type Random = () => number

/** Outline of a leaf, its veins, and the distance from the middle line to the edge at each x. */
export interface LeafShape {
  blade: string
  midrib: string
  veins: string
  halfWidthAt: (x: number) => number
  /** Half width of the midrib, where no mark is drawn. */
  midribHalfWidth: number
  range: [number, number]
}

const middle = 75
const round = (value: number): string => value.toFixed(1)

/** A long leaf with parallel veins that narrows to the tip: maize broad, rice and wheat narrow. */
function makeStrapLeaf(halfWidth: number, veinGap: number): LeafShape {
  const halfWidthAt = (x: number): number => halfWidth * (1 - Math.min(1, Math.max(0, x - 60) / 252) ** 2.2)
  const xs = Array.from({ length: 53 }, (_, index) => index * 6)
  const upper = xs.map(x => `${x} ${round(middle - halfWidthAt(x))}`)
  const lower = xs.map(x => `${x} ${round(middle + halfWidthAt(x))}`).reverse()
  const veins: string[] = []
  for (let offset = veinGap; offset < halfWidth; offset += veinGap) {
    for (const side of [-offset, offset]) {
      const share = side / halfWidth
      veins.push(`M${xs.map(x => `${x} ${round(middle + share * halfWidthAt(x))}`).join('L')}`)
    }
  }
  return {
    blade: `M${upper.join('L')}L${lower.join('L')}Z`,
    midrib: `M0 ${middle}L306 ${middle}`,
    veins: veins.join(''),
    halfWidthAt,
    midribHalfWidth: halfWidth / 10,
    range: [6, 290],
  }
}

/** One leaflet of a bean: broad near the stalk, pointed, with curved side veins. */
function makeBeanLeaflet(): LeafShape {
  const halfWidthAt = (x: number): number => {
    const t = Math.min(1, Math.max(0, (x - 60) / 196))
    return 146 * t ** 0.5 * (1 - t) ** 1.05
  }
  const xs = Array.from({ length: 99 }, (_, index) => 60 + index * 2)
  const upper = xs.map(x => `${x} ${round(middle - halfWidthAt(x))}`)
  const lower = xs.map(x => `${x} ${round(middle + halfWidthAt(x))}`).reverse()
  const veins = [62, 80, 102, 126, 150, 174, 198].flatMap(x =>
    [-1, 1].map(side => {
      const endX = x + 36
      const endY = middle + side * halfWidthAt(endX) * 0.94
      return `M${x} ${middle}Q${x + 22} ${round(middle + side * halfWidthAt(endX) * 0.5)} ${endX} ${round(endY)}`
    }),
  )
  return {
    blade: `M${upper.join('L')}L${lower.join('L')}Z`,
    midrib: `M20 ${middle + 10}Q42 ${middle} 60 ${middle}L252 ${middle}`,
    veins: veins.join(''),
    halfWidthAt,
    midribHalfWidth: 2,
    range: [70, 236],
  }
}

export const leafShapes: Record<Crop, LeafShape> = {
  beans: makeBeanLeaflet(),
  maize: makeStrapLeaf(58, 5.5),
  rice: makeStrapLeaf(26, 4),
  wheat: makeStrapLeaf(34, 4.5),
}

/** Park-Miller generator, so that a plate looks the same every time. */
function makeRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

/** Center, half length, half width and rotation of a mark. */
interface Mark {
  x: number
  y: number
  a: number
  b: number
  angle: number
}

const rowsPerSide = 6

const doOverlap = (one: Mark, other: Mark): boolean =>
  Math.abs(one.x - other.x) < one.a + other.a + 0.6 && Math.abs(one.y - other.y) < one.b + other.b + 0.3

function drawMark(shape: Symptom['shape'], { x, y, a: halfLength, b: halfWidth, angle }: Mark, inset: number): string {
  const b = Math.max(0.4, halfWidth - inset)
  // A spindle has sharp ends, so the same inset takes more from its length.
  const a = Math.max(0.4, halfLength - inset * (shape === 'spindle' ? halfLength / halfWidth : 1))
  switch (shape) {
    case 'ellipse':
      return `M${round(x - a)} ${round(y)}a${round(a)} ${round(b)} 0 1 0 ${round(2 * a)} 0a${round(a)} ${round(b)} 0 1 0 ${round(-2 * a)} 0`
    case 'spindle':
      return `M${round(x - a)} ${round(y)}Q${round(x)} ${round(y - 2 * b)} ${round(x + a)} ${round(y)}Q${round(x)} ${round(y + 2 * b)} ${round(x - a)} ${round(y)}`
    case 'rectangle':
      return `M${round(x - a)} ${round(y - b)}h${round(2 * a)}v${round(2 * b)}h${round(-2 * a)}Z`
    case 'angular': {
      const corners = [0, 1.3, 2.4, 3.9, 5].map(
        turn => `${round(x + a * Math.cos(turn + angle))} ${round(y + b * Math.sin(turn + angle))}`,
      )
      return `M${corners.join('L')}Z`
    }
  }
}

/** Places the marks of a symptom on a leaf and returns one path per layer, outermost first. */
export function drawSymptom(leaf: LeafShape, symptom: Symptom): { color: string; path: string }[] {
  const random = makeRandom(4711)
  const between = ([min, max]: [number, number]): number => min + random() * (max - min)
  const halo = Math.max(0, ...symptom.layers.map(({ inset }) => -inset))
  const marks: Mark[] = []
  for (let attempt = 0; attempt < symptom.count * 60 && marks.length < symptom.count; attempt++) {
    const a = between(symptom.halfLength)
    const b = a * symptom.aspect
    const x = between(leaf.range)
    const edge = Math.min(leaf.halfWidthAt(x - a), leaf.halfWidthAt(x + a)) - b - halo - 1
    const inner = leaf.midribHalfWidth + b + halo
    const side = random() < 0.5 ? -1 : 1
    const distance = symptom.inRows
      ? (Math.ceil(random() * rowsPerSide) / (rowsPerSide + 1)) * leaf.halfWidthAt(x)
      : inner + random() * (edge - inner)
    if (distance < inner || distance > edge) continue
    const mark = { x, y: middle + side * distance, a, b, angle: random() * 2 * Math.PI }
    if (marks.every(other => !doOverlap(mark, other))) marks.push(mark)
  }
  return symptom.layers.map(({ color, inset }) => ({
    color,
    path: marks.map(mark => drawMark(symptom.shape, mark, inset)).join(''),
  }))
}
