import type { Crop } from '@kutu/advice/disease-card'

/**
 * Outline of a leaf or stem in a drawing of 320 x 150. Marks are placed by their position along the leaf and their distance
 * from its middle line, which is bent.
 */
export interface LeafShape extends Body {
  blade: string
  /** The half below the midrib, which lies in the shade. */
  shade: string
  midrib: string
  veins: string
  colors: { blade: string; shade: string; outline: string; midrib: string; midribWidth: number; vein: string }
  /** Half width of the midrib, where no mark is drawn. */
  midribHalfWidth: number
  /** The part of the leaf where marks may start. */
  range: [number, number]
}

/** A leaf, or the stem of wheat, on which stem rust sits first. */
export type Organ = Crop | 'wheat-stem'

interface Body {
  /** Distance from the middle line to the edge. */
  halfWidthAt: (x: number) => number
  /** Height of the middle line. */
  middleAt: (x: number) => number
}

export const toText = (value: number): string => String(Math.round(value * 10) / 10)

const toLine = (points: (readonly [number, number])[]): string =>
  points.map(([x, y]) => `${toText(x)} ${toText(y)}`).join('L')

const rangeOf = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

/** Draws the outline of both halves between two ends. */
function drawBlade({ halfWidthAt, middleAt }: Body, from: number, to: number, step: number) {
  const xs = [...rangeOf(from, to - 1, step), to]
  const half = (side: number) => xs.map(x => [x, middleAt(x) + side * halfWidthAt(x)] as const)
  const middle = xs.map(x => [x, middleAt(x)] as const)
  return {
    blade: `M${toLine(half(-1))}L${toLine(half(1).reverse())}Z`,
    shade: `M${toLine(middle)}L${toLine(half(1).reverse())}Z`,
    midrib: `M${toLine(middle.filter((_, index) => index % 2 === 0))}`,
  }
}

/** A long leaf with parallel veins that narrows to the tip: maize broad and wavy, rice and wheat narrow. */
function makeStrapLeaf(options: {
  halfWidth: number
  veinGap: number
  bend: number
  wave: number
  colors: LeafShape['colors']
}): LeafShape {
  const { halfWidth, veinGap, bend, wave, colors } = options
  const body: Body = {
    halfWidthAt: x =>
      (halfWidth + wave * Math.sin(x / 17)) *
      (1 - Math.min(1, Math.max(0, x - 60) / 254) ** 2.2) *
      (0.8 + 0.2 * Math.min(1, Math.max(0, x) / 60)),
    middleAt: x => 75 + bend * ((x / 160 - 1) ** 2 - 0.45),
  }
  const veins: string[] = []
  for (let offset = veinGap; offset < halfWidth - 1; offset += veinGap) {
    for (const share of [-offset / halfWidth, offset / halfWidth]) {
      const points = rangeOf(0, 300, 25).map(x => [x, body.middleAt(x) + share * body.halfWidthAt(x)] as const)
      veins.push(`M${toLine(points)}`)
    }
  }
  return {
    ...body,
    ...drawBlade(body, 0, 314, 8),
    veins: veins.join(''),
    colors,
    midribHalfWidth: halfWidth / 10,
    range: [6, 290],
  }
}

/** One leaflet of a bean: broad near the stalk, pointed, with curved side veins. */
function makeBeanLeaflet(): LeafShape {
  const body: Body = {
    halfWidthAt: x => {
      const t = Math.min(1, Math.max(0, (x - 60) / 214))
      return 166 * t ** 0.5 * (1 - t) ** 1.05 * (1 + 0.015 * Math.sin(x / 7))
    },
    middleAt: x => 75 + 7 * ((x - 60) / 214 - 0.5) ** 2,
  }
  const veins = [64, 82, 104, 128, 152, 178, 204].flatMap(x =>
    [-1, 1].map(side => {
      const at = (dx: number, share: number) =>
        `${toText(x + dx)} ${toText(body.middleAt(x + dx) + side * share * body.halfWidthAt(x + 38))}`
      return `M${toText(x)} ${toText(body.middleAt(x))}Q${at(18, 0.5)} ${at(38, 0.94)}`
    }),
  )
  const { blade, shade } = drawBlade(body, 60, 274, 3)
  return {
    ...body,
    blade,
    shade,
    midrib: 'M16 92Q40 80 61 76.7Q160 73 268 76.5',
    veins: veins.join(''),
    colors: {
      blade: '#6AA04F',
      shade: '#578C42',
      outline: '#2C5A31',
      midrib: '#CFE2AE',
      midribWidth: 2.4,
      vein: '#C3DA9F',
    },
    midribHalfWidth: 2,
    range: [70, 250],
  }
}

/** A straight stem with a node. */
function makeStem(): LeafShape {
  const body: Body = { halfWidthAt: x => 20 + 4 * Math.exp(-(((x - 226) / 9) ** 2)), middleAt: () => 75 }
  const lines = [-12, -5, 4].map(dy => `M0 ${75 + dy}L216 ${75 + dy}M238 ${75 + dy}L320 ${75 + dy}`)
  const { blade, shade } = drawBlade(body, 0, 320, 6)
  // A leaf grows from the node.
  const leaf = 'M230 54Q262 44 318 8Q284 62 238 70Q231 66 230 54Z'
  return {
    ...body,
    blade: blade + leaf,
    shade,
    midrib: 'M221 52.5Q226 75 221 97.5M231 52.5Q236 75 231 97.5M234 62Q276 48 312 14',
    veins: lines.join(''),
    colors: {
      blade: '#A9B765',
      shade: '#8D9E50',
      outline: '#54652C',
      midrib: '#54652C',
      midribWidth: 1.2,
      vein: '#CBD59A',
    },
    midribHalfWidth: 0,
    range: [8, 205],
  }
}

const strapColors = { outline: '#2C5A31', midrib: '#DDEBC2', vein: '#B9D49A' }

export const leafShapes: Record<Organ, LeafShape> = {
  beans: makeBeanLeaflet(),
  maize: makeStrapLeaf({
    halfWidth: 54,
    veinGap: 6.5,
    bend: 26,
    wave: 2.4,
    colors: { ...strapColors, blade: '#5A9651', shade: '#4A8345', midribWidth: 4.5 },
  }),
  rice: makeStrapLeaf({
    halfWidth: 24,
    veinGap: 4,
    bend: 44,
    wave: 0,
    colors: { ...strapColors, blade: '#7FAE4E', shade: '#6C9A41', midribWidth: 1.6 },
  }),
  wheat: makeStrapLeaf({
    halfWidth: 31,
    veinGap: 4.5,
    bend: 34,
    wave: 0.8,
    colors: { ...strapColors, blade: '#6C9C6C', shade: '#5A8A5C', midribWidth: 2.2 },
  }),
  'wheat-stem': makeStem(),
}
