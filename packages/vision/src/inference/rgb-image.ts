/** The decoder reduces a photo with a longer short side to this, in pixels. */
export const decodeShortSide = 512

/** An upright photo: sRGB bytes, R G B R G B …, row by row from the top. */
export type RgbImage = { width: number; height: number; data: Uint8Array }

/** A square of an image, in pixels. */
export type Square = { left: number; top: number; side: number }

/** Returns the central square of a view: `scale` times the short side, rounded half up, at most the short side. */
export function computeViewSquare(width: number, height: number, scale: number): Square {
  const shortSide = Math.min(width, height)
  const side = Math.min(shortSide, Math.max(1, Math.floor(scale * shortSide + 0.5)))
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side }
}
