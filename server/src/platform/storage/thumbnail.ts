import sharp from 'sharp'

/** Pixels; enough for the photo strip of a post in a list, at a device pixel ratio of 2. */
const shortSide = 360

/**
 * Creates a JPEG thumbnail whose short side has at most 360 pixels. JPEG decoding at a reduced scale is fast, so
 * thumbnails are created per request instead of storing a second file for each photo.
 */
export function createThumbnail(photo: Uint8Array): Promise<Uint8Array> {
  return sharp(photo)
    .resize({ width: shortSide, height: shortSide, fit: 'outside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
}
