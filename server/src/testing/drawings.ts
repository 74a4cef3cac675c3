import sharp, { type Sharp } from 'sharp'
import type { Answered, World } from './world.ts'

/** Drawn by formula, so that tests need no photo: green blade with veins filling the picture; the model takes it for a leaf. */
export function drawnLeaf({ seed = 1, spots = false, width = 400, height = 400 } = {}): Sharp {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const across = -0.26 * (x / width - 0.5) + 0.96 * (y / height - 0.5)
      const vein = Math.abs(across) < 0.012 ? 40 : Math.max(0, Math.cos(across * 160)) * 14
      const grain = (noise(x, y, seed) - 0.5) * 24
      const colour = spots && isSpot(x, y, seed) ? [150, 72, 30] : [70 + vein, 125 + vein, 50 + vein * 0.6]
      colour.forEach((value, channel) => {
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value + grain))
      })
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A blue wall: no leaf anywhere. */
export const drawnWall = (): Sharp =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: 30, g: 90, b: 200 } } })

/** Between 0 and 1, the same for the same numbers. */
function noise(x: number, y: number, seed: number): number {
  const value = Math.sin(x * 12.9898 + y * 78.233 + seed * 37.719) * 43_758.5453
  return value - Math.floor(value)
}

function isSpot(x: number, y: number, seed: number): boolean {
  const column = Math.floor(x / 16)
  const row = Math.floor(y / 16)
  return noise(column, row, seed) > 0.55 && Math.hypot((x % 16) - 8, (y % 16) - 8) < 3.2
}

type Extra = {
  call?: 'rust' | 'leaf'
  filename?: string
  fields?: Record<string, string>
  headers?: Record<string, string>
}

/** Uploads bytes as an app would. */
export function upload(w: World, token: string | undefined, bytes: Uint8Array, extra: Extra = {}): Promise<Answered> {
  const { call = 'rust', filename = 'photo.jpg', fields = {}, headers = {} } = extra
  return w.call(`POST /analysis/${call}-detection/`, {
    token,
    headers,
    form: [
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'image', value: new Blob([new Uint8Array(bytes)]), filename },
    ],
  })
}

/** What a link of an answer shows. */
export async function fetchLink(w: World, link: string): Promise<Response> {
  return fetch(new URL(link, w.url))
}
