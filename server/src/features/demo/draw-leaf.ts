import sharp, { type Sharp } from 'sharp'

export type LeafOptions = {
  seed?: number
  /** Draws long tan lesions. */
  spots?: boolean
  /** Draws small brick-red pustules, like those of a rust. */
  pustules?: boolean
  yellowed?: boolean
  /** Angle of the midrib to the picture's long side, in radians. */
  angle?: number
  width?: number
  height?: number
}

/** Width and height of the grid on which a leaf is drawn, whatever the size of the picture. */
const gridSize = 400

/**
 * Draws a synthetic leaf: a blade with midrib and veins in uneven light that fills the picture. The model accepts it as
 * a leaf. It is unsure about a yellowed one, so it can be trained on it.
 */
export function drawLeaf({ seed = 1, width = 400, height = 400, yellowed = false, ...look }: LeafOptions = {}): Sharp {
  const { spots = false, pustules = false, angle } = look
  const normal: Vector = angle === undefined ? [-0.26, 0.96] : [-Math.sin(angle), Math.cos(angle)]
  const paintBlade = createBlade({ seed, spots, normal })
  const paintPustules = pustules ? createPustules(seed) : undefined
  const data = Buffer.alloc(width * height * 3)
  // One color for all pixels: an array for each would be most of the work.
  const color: Color = [0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [(gridSize * x) / width, (gridSize * y) / height]
      paintBlade(color, column, row)
      paintPustules?.(color, column, row)
      const grain = (noise(x, y, seed) - 0.5) * 8
      for (let channel = 0; channel < 3; channel++)
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, (color[channel] ?? 0) + grain))
    }
  const leaf = sharp(data, { raw: { width, height, channels: 3 } })
  return yellowed ? leaf.modulate({ hue: -15, saturation: 1.3 }) : leaf
}

type Vector = readonly [number, number]
type Color = [red: number, green: number, blue: number]
/** Changes the color of the pixel at a place of the grid. */
type Paint = (color: Color, x: number, y: number) => void

function createBlade({ seed, spots, normal }: { seed: number; spots: boolean; normal: Vector }): Paint {
  const veinNoise = createSmoothNoise(seed + 3, 40)
  const [wideLight, narrowLight] = [createSmoothNoise(seed, 90), createSmoothNoise(seed + 1, 25)]
  const [wideSpots, narrowSpots] = [createSmoothNoise(seed + 9, 60), createSmoothNoise(seed + 10, 30)]
  return (color, x, y) => {
    const across = (normal[0] * (x - 200) + normal[1] * (y - 200)) / 400
    const veins = Math.max(0, Math.cos(across * 120 + veinNoise(x, y))) * 12
    const light = wideLight(x, y) * 40 + narrowLight(x, y) * 20 - 30
    const lift = 50 * Math.exp(-((across / 0.012) ** 2)) + veins + light + 10 * Math.cos(across * 6)
    color[0] = 110 + lift
    color[1] = 150 + lift
    color[2] = 60 + lift * 0.6
    if (!spots) return
    const depth = wideSpots(x, y * 4) * 0.7 + narrowSpots(x, y * 4) * 0.3 - 0.72
    blend(color, yellow, 0.5 / (1 + Math.exp(-(depth + 0.06) / 0.01)))
    blend(color, tan, 1 / (1 + Math.exp(-depth / 0.01)))
  }
}

const yellow: Color = [170, 165, 60]
const tan: Color = [165, 130, 80]
const brick: Color = [140, 70, 30]

type Pustule = { centerX: number; centerY: number; radius: number }

/** Adds the pustule of the pixel's cell: one in two cells has one, with its own center and radius. */
function createPustules(seed: number): Paint {
  const cell = 16
  const columns = Math.ceil(gridSize / cell)
  const pustules = Array.from({ length: columns * columns }, (_, i): Pustule | undefined => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    if (noise(column, row, seed + 20) < 0.5) return undefined
    return {
      centerX: (column + 0.25 + 0.5 * noise(column, row, seed + 21)) * cell,
      centerY: (row + 0.25 + 0.5 * noise(column, row, seed + 22)) * cell,
      radius: 2 + 2.5 * noise(column, row, seed + 23),
    }
  })
  return (color, x, y) => {
    const pustule = pustules[Math.floor(y / cell) * columns + Math.floor(x / cell)]
    if (!pustule) return
    const distance = Math.hypot(x - pustule.centerX, y - pustule.centerY) - pustule.radius
    blend(color, yellow, 0.6 / (1 + Math.exp(distance - 1.5)))
    blend(color, brick, 1 / (1 + Math.exp(distance * 2)))
  }
}

function blend(color: Color, to: Color, share: number): void {
  color[0] += share * (to[0] - color[0])
  color[1] += share * (to[1] - color[1])
  color[2] += share * (to[2] - color[2])
}

/** Returns a pseudo-random number between 0 and 1 that depends only on the arguments. */
export function noise(x: number, y: number, seed: number): number {
  const value = Math.sin(x * 12.9898 + y * 78.233 + seed * 37.719) * 43_758.5453
  return value - Math.floor(value)
}

/** Returns noise that varies slowly within `cell` pixels (value noise). The values at the corners of cells are computed once. */
function createSmoothNoise(seed: number, cell: number): (x: number, y: number) => number {
  const columns = Math.ceil(gridSize / cell) + 2
  // Rows of spots are four times as many.
  const corners = Float64Array.from({ length: columns * (Math.ceil((4 * gridSize) / cell) + 2) }, (_, i) =>
    noise(i % columns, Math.floor(i / columns), seed),
  )
  const readCorner = (column: number, row: number): number => corners[row * columns + column] ?? 0
  const smoothstep = (t: number) => t * t * (3 - 2 * t)
  return (x, y) => {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    const [right, down] = [smoothstep(x / cell - column), smoothstep(y / cell - row)]
    const upper = readCorner(column, row) * (1 - right) + readCorner(column + 1, row) * right
    const lower = readCorner(column, row + 1) * (1 - right) + readCorner(column + 1, row + 1) * right
    return upper * (1 - down) + lower * down
  }
}
