import sharp from 'sharp'

/** Enough for the strip of a post in a phone's list, on a screen of two dots a pixel. */
const shortSide = 360

/**
 * A stored photo as a thumbnail: JPEG, its short side 360 pixels or what it has. Decoded at a fraction of its size,
 * so made anew when asked for: that costs less than keeping a second file of each photo.
 */
export function createThumbnail(photo: Uint8Array): Promise<Uint8Array> {
  return sharp(photo)
    .resize({ width: shortSide, height: shortSide, fit: 'outside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
}
