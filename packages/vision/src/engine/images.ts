/** A square image with interleaved channels and a border of one pixel. `address` is that of the border. */
export type Image = {
  readonly size: number
  readonly channels: number
  readonly pixelBytes: number
  readonly rowBytes: number
  readonly byteLength: number
  address: number
}

export function createImage(size: number, channels: number): Image {
  const pixelBytes = channels * 4
  const rowBytes = (size + 2) * pixelBytes
  return { size, channels, pixelBytes, rowBytes, byteLength: (size + 2) * rowBytes, address: 0 }
}

/** Returns the address of a pixel. -1 and `size` are in the border. */
export const locatePixel = ({ address, rowBytes, pixelBytes }: Image, x: number, y: number): number =>
  address + (y + 1) * rowBytes + (x + 1) * pixelBytes

/** Fills the border with zeros. The end of each row and the start of the next one are adjacent. */
export function clearBorder(floats: Float32Array, image: Image): void {
  const { size, address, pixelBytes, byteLength } = image
  floats.fill(0, address / 4, locatePixel(image, 0, 0) / 4)
  for (let y = 0; y < size - 1; y++) {
    const end = locatePixel(image, size, y) / 4
    floats.fill(0, end, end + pixelBytes / 2)
  }
  floats.fill(0, locatePixel(image, size, size - 1) / 4, (address + byteLength) / 4)
}

/** An image with the first and the last step that need it. */
export type Lifetime = { image: Image; first: number; last: number }

/**
 * Gives each image an address from `start` on, the largest first. Images share memory when no step needs both.
 * @returns the end of the memory of all images
 */
export function placeImages(lifetimes: readonly Lifetime[], start: number): number {
  const placed: Lifetime[] = []
  for (const lifetime of [...lifetimes].sort((a, b) => b.image.byteLength - a.image.byteLength)) {
    const { image, first, last } = lifetime
    image.address = start
    for (const { image: other } of placed.filter(other => other.first <= last && first <= other.last)) {
      if (image.address + image.byteLength <= other.address) break
      image.address = Math.max(image.address, other.address + other.byteLength)
    }
    placed.push(lifetime)
    placed.sort((a, b) => a.image.address - b.image.address)
  }
  return Math.max(start, ...placed.map(({ image }) => image.address + image.byteLength))
}
