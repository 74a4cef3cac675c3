/** Returns a file that begins like a JPEG and has no pixels, for screens that do not decode it. */
export function makePhoto(name = 'leaf.jpg', { type = 'image/jpeg', bytes = 10 } = {}): File {
  const content = new Uint8Array(bytes)
  content.set([0xff, 0xd8, 0xff, 0xd9])
  return new File([content], name, { type })
}

/** The text in the metadata of a photo of `makeTaggedPhoto`. */
export const secretPlace = 'secret place'

/** Returns the same with EXIF data that names a place. */
export function makeTaggedPhoto(name = 'leaf.jpg'): File {
  const exif = new TextEncoder().encode(`Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0${secretPlace}`)
  const parts = [[0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2], exif, [0xff, 0xd9]]
  return new File(
    parts.map(part => Uint8Array.from(part)),
    name,
    { type: 'image/jpeg' },
  )
}
