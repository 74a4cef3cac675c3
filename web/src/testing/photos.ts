/** Returns a file that begins like a JPEG and has no pixels, for screens that do not decode it. */
export function makePhoto(name = 'leaf.jpg', { type = 'image/jpeg', bytes = 10 } = {}): File {
  const content = new Uint8Array(bytes)
  content.set([0xff, 0xd8, 0xff, 0xd9])
  return new File([content], name, { type })
}

/** The text in the metadata of a photo of `makeTaggedPhoto`. */
export const secretPlace = 'secret place'

/** Returns the same with EXIF data that names a place. */
export const makeTaggedPhoto = (name = 'leaf.jpg'): File => addExif(`MM\0*\0\0\0\x08\0\0\0\0\0\0${secretPlace}`, name)

/** Returns the same with the time at which the camera took it, such as `2026:11:18 07:30:00`, without a time zone. */
export const makeDatedPhoto = (time: string): File =>
  addExif(`MM\0*\0\0\0\x08${makeEntry('\x87\x69', 4, 1, 26)}${makeEntry('\x90\x03', 2, 20, 44)}${time}\0`)

/** A directory of EXIF data with one entry. */
const makeEntry = (tag: string, type: number, count: number, value: number): string =>
  ['\0\x01', tag, '\0', type, '\0\0\0', count, '\0\0\0', value, '\0\0\0\0']
    .map(part => (typeof part === 'number' ? String.fromCharCode(part) : part))
    .join('')

function addExif(tiff: string, name = 'leaf.jpg'): File {
  const exif = Uint8Array.from(`Exif\0\0${tiff}`, character => character.charCodeAt(0))
  const parts = [[0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2], exif, [0xff, 0xd9]]
  return new File(
    parts.map(part => Uint8Array.from(part)),
    name,
    { type: 'image/jpeg' },
  )
}
