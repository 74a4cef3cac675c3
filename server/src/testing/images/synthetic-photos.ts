import sharp, { type Sharp } from 'sharp'
import type { TestResponse, TestServer } from '../server/test-server.ts'

/**
 * Draws a synthetic leaf, so that tests need no photo files: a blade with midrib and veins in uneven light that fills
 * the picture, optionally with long tan lesions. The model accepts it as a leaf. It is unsure about a yellowed one, so
 * it can be trained on it.
 */
export function drawLeaf({ seed = 1, spots = false, yellowed = false, width = 400, height = 400 } = {}): Sharp {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = bladeColor((400 * x) / width, (400 * y) / height, { seed, spots })
      const grain = (noise(x, y, seed) - 0.5) * 8
      color.forEach((value, channel) => {
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value + grain))
      })
    }
  const leaf = sharp(data, { raw: { width, height, channels: 3 } })
  return yellowed ? leaf.modulate({ hue: -15, saturation: 1.3 }) : leaf
}

/** Returns the color of one pixel of a blade on a 400 x 400 grid. */
function bladeColor(x: number, y: number, { seed, spots }: { seed: number; spots: boolean }): number[] {
  const across = (-0.26 * (x - 200) + 0.96 * (y - 200)) / 400
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
  return green.map((value, channel) => {
    const withHalo = value + halo * ((yellow[channel] ?? 0) - value)
    return withHalo + lesion * ((tan[channel] ?? 0) - withHalo)
  })
}

const yellow = [170, 165, 60]
const tan = [165, 130, 80]

/** Draws a blue wall without any leaf. */
export const drawWall = (): Sharp =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: 30, g: 90, b: 200 } } })

/** Returns a pseudo-random number between 0 and 1 that depends only on the arguments. */
function noise(x: number, y: number, seed: number): number {
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

type UploadOptions = {
  endpoint?: 'rust' | 'leaf'
  filename?: string
  fields?: Record<string, string>
  headers?: Record<string, string>
}

/** Uploads a photo like the web app. */
export function uploadPhoto(
  server: TestServer,
  token: string | undefined,
  bytes: Uint8Array,
  options: UploadOptions = {},
): Promise<TestResponse> {
  const { endpoint = 'rust', filename = 'photo.jpg', fields = {}, headers = {} } = options
  return server.request(`POST /analysis/${endpoint}-detection/`, {
    token,
    headers,
    form: [
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'image', value: new Blob([new Uint8Array(bytes)]), filename },
    ],
  })
}

/** Fetches a link of a reply. */
export async function fetchLink(server: TestServer, link: string): Promise<Response> {
  return fetch(new URL(link, server.url))
}
