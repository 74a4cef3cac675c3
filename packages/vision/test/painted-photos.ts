import type { RgbImage } from '../src/inference/rgb-image.ts'

export type Color = [number, number, number]
export const green: Color = [70, 130, 50]
export const soil: Color = [120, 85, 60]
export const rust: Color = [150, 80, 30]
export const gray: Color = [128, 128, 130]

/** Creates a photo from a function of the pixel's position. */
export function paintPhoto(width: number, height: number, colorAt: (x: number, y: number) => Color): RgbImage {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) data.set(colorAt(i % width, Math.floor(i / width)), i * 3)
  return { width, height, data }
}

export const fullSquare = (photo: RgbImage) => ({ left: 0, top: 0, side: photo.width })
