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

/**
 * Draws a synthetic leaf: a blade with midrib and veins in uneven light that fills the picture. The model accepts it as
 * a leaf. It is unsure about a yellowed one, so it can be trained on it.
 */
export function drawLeaf({ seed = 1, width = 400, height = 400, yellowed = false, ...look }: LeafOptions = {}): Sharp {
  const { spots = false, pustules = false, angle } = look
  const normal: Vector = angle === undefined ? [-0.26, 0.96] : [-Math.sin(angle), Math.cos(angle)]
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [(400 * x) / width, (400 * y) / height]
      const blade = bladeColor(column, row, { seed, spots, normal })
      const color = pustules ? addPustules(blade, column, row, seed) : blade
      const grain = (noise(x, y, seed) - 0.5) * 8
      color.forEach((value, channel) => {
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value + grain))
      })
    }
  const leaf = sharp(data, { raw: { width, height, channels: 3 } })
  return yellowed ? leaf.modulate({ hue: -15, saturation: 1.3 }) : leaf
}

type Vector = readonly [number, number]

/** Returns the color of one pixel of a blade on a 400 x 400 grid. */
function bladeColor(
  x: number,
  y: number,
  { seed, spots, normal }: { seed: number; spots: boolean; normal: Vector },
): number[] {
  const across = (normal[0] * (x - 200) + normal[1] * (y - 200)) / 400
  const veins = Math.max(0, Math.cos(across * 120 + smoothNoise(x, y, { seed: seed + 3, cell: 40 }))) * 12
  const light = smoothNoise(x, y, { seed, cell: 90 }) * 40 + smoothNoise(x, y, { seed: seed + 1, cell: 25 }) * 20 - 30
  const lift = 50 * Math.exp(-((across / 0.012) ** 2)) + veins + light + 10 * Math.cos(across * 6)
  const green = [110 + lift, 150 + lift, 60 + lift * 0.6]
  if (!spots) return green
  const depth =
    smoothNoise(x, y * 4, { seed: seed + 9, cell: 60 }) * 0.7 +
    smoothNoise(x, y * 4, { seed: seed + 10, cell: 30 }) * 0.3 -
    0.72
  const [lesion, halo] = [1 / (1 + Math.exp(-depth / 0.01)), 0.5 / (1 + Math.exp(-(depth + 0.06) / 0.01))]
  return mix(mix(green, yellow, halo), tan, lesion)
}

const yellow = [170, 165, 60]
const tan = [165, 130, 80]
const brick = [140, 70, 30]

/** Adds the pustule of the pixel's cell: one in two cells has one, with its own center and radius. */
function addPustules(color: number[], x: number, y: number, seed: number): number[] {
  const cell = 16
  const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
  if (noise(column, row, seed + 20) < 0.5) return color
  const centerX = (column + 0.25 + 0.5 * noise(column, row, seed + 21)) * cell
  const centerY = (row + 0.25 + 0.5 * noise(column, row, seed + 22)) * cell
  const radius = 2 + 2.5 * noise(column, row, seed + 23)
  const distance = Math.hypot(x - centerX, y - centerY) - radius
  return mix(mix(color, yellow, 0.6 / (1 + Math.exp(distance - 1.5))), brick, 1 / (1 + Math.exp(distance * 2)))
}

const mix = (from: readonly number[], to: readonly number[], share: number): number[] =>
  from.map((value, channel) => value + share * ((to[channel] ?? 0) - value))

/** Returns a pseudo-random number between 0 and 1 that depends only on the arguments. */
export function noise(x: number, y: number, seed: number): number {
  const value = Math.sin(x * 12.9898 + y * 78.233 + seed * 37.719) * 43_758.5453
  return value - Math.floor(value)
}

/** Returns noise that varies slowly within `cell` pixels. */
function smoothNoise(x: number, y: number, { seed, cell }: { seed: number; cell: number }): number {
  const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
  const smoothstep = (t: number) => t * t * (3 - 2 * t)
  const [right, down] = [smoothstep(x / cell - column), smoothstep(y / cell - row)]
  const interpolateRow = (rowIndex: number) =>
    noise(column, rowIndex, seed) * (1 - right) + noise(column + 1, rowIndex, seed) * right
  return interpolateRow(row) * (1 - down) + interpolateRow(row + 1) * down
}
