import { VisionError } from '../vision-error.ts'
import { findValue, usesLittleEndian } from './exif-orientation.ts'
import { rewriteJpeg } from './jpeg-segments.ts'

const [exifDirectoryTag, dateTimeOriginalTag, offsetTimeOriginalTag] = [0x8769, 0x9003, 0x9011]

/**
 * Returns when a JPEG was taken, by the clock of its camera: in the time zone of this device unless its EXIF data has an
 * offset. Null if it does not say. The beginning of the file is enough.
 */
export function readExifTime(jpeg: Uint8Array<ArrayBuffer>): Date | null {
  const times: (Date | null)[] = []
  try {
    rewriteJpeg(jpeg, ({ marker, content }) => {
      const isExif = marker === 0xe1 && String.fromCharCode(...content.subarray(0, 6)) === 'Exif\0\0'
      if (isExif) times.push(readTime(new DataView(content.buffer, content.byteOffset + 6, content.byteLength - 6)))
      return null
    })
  } catch (error) {
    // The file is no JPEG, or ends here.
    if (!(error instanceof RangeError || error instanceof VisionError)) throw error
  }
  return times[0] ?? null
}

function readTime(tiff: DataView): Date | null {
  const isLittleEndian = usesLittleEndian(tiff)
  const pointer = findValue(tiff, tiff.getUint32(4, isLittleEndian), exifDirectoryTag)
  if (pointer === null) return null
  const directory = tiff.getUint32(pointer, isLittleEndian)
  const [, year, month, day, time] =
    /^(\d{4}):(\d\d):(\d\d) (\S+)$/.exec(readText(tiff, directory, dateTimeOriginalTag)) ?? []
  const offset = readText(tiff, directory, offsetTimeOriginalTag)
  const taken = new Date(`${year}-${month}-${day}T${time}${/^[+-]\d\d:\d\d$/.test(offset) ? offset : ''}`)
  return Number.isNaN(taken.getTime()) ? null : taken
}

/** Returns a text of more than four bytes; empty without the tag. */
function readText(tiff: DataView, directory: number, tag: number): string {
  const value = findValue(tiff, directory, tag)
  if (value === null) return ''
  const isLittleEndian = usesLittleEndian(tiff)
  const [length, offset] = [tiff.getUint32(value - 4, isLittleEndian), tiff.getUint32(value, isLittleEndian)]
  const bytes = new Uint8Array(tiff.buffer, tiff.byteOffset + offset, Math.min(length, tiff.byteLength - offset))
  return String.fromCharCode(...bytes)
    .replace(/\0.*/s, '')
    .trim()
}
