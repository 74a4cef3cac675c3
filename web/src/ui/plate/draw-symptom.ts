import { type LeafShape, toText } from './leaf-shapes.ts'
import type { EdgeBand, Marks, Symptom } from './symptoms.ts'

export type Stage = 'early' | 'late'

/** The cores of marks as one path, and the colors around them, which are strokes of the same path. */
export interface DrawnMarks {
  path: string
  layers: Marks['layers']
}

/** A band of dead tissue. */
export interface DrawnBand {
  color: string
  path: string
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
/** Share of the marks, and of their size, at the early stage. */
const early = { count: 0.3, size: 0.62, band: 0.4 }

/** Park-Miller generator, so that a plate looks the same every time. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

const doOverlap = (one: Mark, other: Mark): boolean =>
  Math.abs(one.x - other.x) < one.a + other.a + 0.6 && Math.abs(one.y - other.y) < one.b + other.b + 0.3

/** Draws the core of a mark along the slope of the leaf. */
function drawMark(leaf: LeafShape, shape: Marks['shape'], { x, y, a, b, angle }: Mark): string {
  const slope = (leaf.middleAt(x + 4) - leaf.middleAt(x - 4)) / 8
  const point = (dx: number, dy: number) => `${toText(x + dx)} ${toText(y + dy + slope * dx)}`
  switch (shape) {
    case 'ellipse': {
      const turn = Math.round((Math.atan(slope) * 180) / Math.PI)
      const arc = `${toText(a)} ${toText(b)} ${turn} 1 0`
      const [dx, dy] = [toText(2 * a), toText(2 * a * slope)]
      const back = `${toText(-2 * a)} ${toText(-2 * a * slope)}`
      return `M${point(-a, 0)}a${arc} ${dx} ${dy}a${arc} ${back}`
    }
    case 'spindle':
      return `M${point(-a, 0)}Q${point(0, -2 * b)} ${point(a, 0)}Q${point(0, 2 * b)} ${point(-a, 0)}`
    case 'rectangle':
      return `M${point(-a, -b)}L${point(a, -b)}v${toText(2 * b)}L${point(-a, b)}z`
    case 'angular': {
      const corners = [0, 1.3, 2.4, 3.9, 5].map(turn => point(a * Math.cos(turn + angle), b * Math.sin(turn + angle)))
      return `M${corners.join('L')}z`
    }
    case 'ragged': {
      const corners = Array.from({ length: 9 }, (_, index) => {
        const radius = 1 - 0.28 * Math.abs(Math.sin(index * 2.6 + angle))
        const turn = (index / 9) * 2 * Math.PI
        return point(a * radius * Math.cos(turn), b * radius * Math.sin(turn))
      })
      return `M${corners.join('L')}z`
    }
  }
}

/** Places marks so that none touches the edge, the midrib or another mark. */
function placeMarks(leaf: LeafShape, marks: Marks, stage: Stage): Mark[] {
  const random = makeRandom(4711)
  const between = ([min, max]: [number, number]): number => min + random() * (max - min)
  const halo = Math.max(0, ...Object.values(marks.layers))
  const count = stage === 'late' ? marks.count : Math.max(3, Math.round(marks.count * early.count))
  const scale = stage === 'late' ? 1 : early.size
  const [start, end] = marks.range ?? leaf.range
  const placed: Mark[] = []
  for (let attempt = 0; attempt < count * 60 && placed.length < count; attempt++) {
    const a = between(marks.halfLength) * scale
    const b = a * marks.aspect
    const x = between([start, end])
    const edge = Math.min(leaf.halfWidthAt(x - a), leaf.halfWidthAt(x + a)) - b - halo - 1
    const inner = leaf.midribHalfWidth + b + halo
    const side = random() < 0.5 ? -1 : 1
    const distance = marks.inRows
      ? (Math.ceil(random() * rowsPerSide) / (rowsPerSide + 1)) * leaf.halfWidthAt(x)
      : inner + random() * (edge - inner)
    const angle = random() * 2 * Math.PI
    if (distance < inner || distance > edge) continue
    const mark = { x, y: leaf.middleAt(x) + side * distance, a, b, angle }
    if (placed.every(other => !doOverlap(mark, other))) placed.push(mark)
  }
  return placed
}

/** Draws a dead band with a wavy inner border along both edges, from the tip towards the base. */
function drawBand(leaf: LeafShape, band: EdgeBand, stage: Stage): DrawnBand[] {
  const reach = stage === 'late' ? 1 : early.band
  const [, tip] = leaf.range
  const start = tip + 22 - (tip + 22 - band.from) * reach
  const xs = Array.from({ length: 28 }, (_, index) => start + ((tip + 24 - start) * index) / 27)
  return Object.entries(band.layers).map(([color, border]) => {
    const sides = [-1, 1].map(side => {
      const inner = xs.map(x => {
        const depth = band.depth * reach ** 0.5 * Math.min(1, (x - start) / 40) + border
        const wave = 2.2 * Math.sin(x / 5 + side) + 1.6 * Math.sin(x / 2.3)
        const share = Math.max(0, leaf.halfWidthAt(x) - Math.max(0, depth + wave))
        return `${toText(x)} ${toText(leaf.middleAt(x) + side * share)}`
      })
      const outer = xs.map(x => `${toText(x)} ${toText(leaf.middleAt(x) + side * leaf.halfWidthAt(x))}`).reverse()
      return `M${inner.join('L')}L${outer.join('L')}z`
    })
    return { color, path: sides.join('') }
  })
}

/** Returns what a symptom draws on a leaf, in drawing order. A healthy leaf has neither band nor marks. */
export function drawSymptom(
  leaf: LeafShape,
  symptom: Symptom,
  stage: Stage,
): { bands: DrawnBand[]; marks: DrawnMarks[] } {
  const bands = symptom.band ? drawBand(leaf, symptom.band, stage) : []
  const marks = symptom.marks.map(each => {
    const path = placeMarks(leaf, each, stage).map(mark => drawMark(leaf, each.shape, mark))
    return { path: path.join(''), layers: each.layers }
  })
  return { bands, marks }
}
