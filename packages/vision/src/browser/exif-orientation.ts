import { concatBytes } from './jpeg-segments.ts'

const orientationTag = 0x0112

/**
 * Reads the orientation of EXIF data, which begins with its TIFF header: 1 is upright, also without the tag.
 * @throws RangeError if the data is cut short
 */
export function readOrientation(tiff: DataView): number {
  const isLittleEndian = usesLittleEndian(tiff)
  const value = findValue(tiff, tiff.getUint32(4, isLittleEndian), orientationTag)
  return value === null ? 1 : tiff.getUint16(value, isLittleEndian)
}

export const usesLittleEndian = (tiff: DataView): boolean => tiff.getUint16(0) === 0x4949

/** Returns where the value of a tag is in a directory of EXIF data, after its type and its count; null without the tag. */
export function findValue(tiff: DataView, directory: number, tag: number): number | null {
  const isLittleEndian = usesLittleEndian(tiff)
  const entryCount = tiff.getUint16(directory, isLittleEndian)
  for (let i = 0; i < entryCount; i++) {
    const entry = directory + 2 + i * 12
    if (tiff.getUint16(entry, isLittleEndian) === tag) return entry + 8
  }
  return null
}

/** Returns EXIF data with the orientation and nothing else: a TIFF header, and one directory with one entry. */
export function writeOrientation(orientation: number): Uint8Array<ArrayBuffer> {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  const entry = [orientationTag >> 8, orientationTag & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  return concatBytes([Uint8Array.from(header), Uint8Array.from([0, 1, ...entry, 0, 0, 0, 0])])
}
