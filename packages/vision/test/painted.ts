import type { RgbImage } from '../src/tensor.ts'

export type Colour = [number, number, number]
export const green: Colour = [70, 130, 50]
export const soil: Colour = [120, 85, 60]
export const rust: Colour = [150, 80, 30]
export const gray: Colour = [128, 128, 130]

/** A photo painted by a formula. */
export function paint(width: number, height: number, colourAt: (x: number, y: number) => Colour): RgbImage {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) data.set(colourAt(i % width, Math.floor(i / width)), i * 3)
  return { width, height, data }
}

export const whole = (photo: RgbImage) => ({ left: 0, top: 0, side: photo.width })
