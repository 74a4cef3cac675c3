import { concatBytes } from './jpeg-segments.ts'

const orientationTag = 0x0112

/**
 * Reads the orientation of EXIF data, which begins with its TIFF header: 1 is upright, also without the tag.
 * @throws RangeError if the data is cut short
 */
export function readOrientation(tiff: DataView): number {
  const isLittleEndian = tiff.getUint16(0) === 0x4949
  const ifdOffset = tiff.getUint32(4, isLittleEndian)
  const entryCount = tiff.getUint16(ifdOffset, isLittleEndian)
  for (let i = 0; i < entryCount; i++) {
    const entryOffset = ifdOffset + 2 + i * 12
    if (tiff.getUint16(entryOffset, isLittleEndian) === orientationTag)
      return tiff.getUint16(entryOffset + 8, isLittleEndian)
  }
  return 1
}

/** Returns EXIF data with the orientation and nothing else: a TIFF header, and one directory with one entry. */
export function writeOrientation(orientation: number): Uint8Array<ArrayBuffer> {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  const entry = [orientationTag >> 8, orientationTag & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  return concatBytes([Uint8Array.from(header), Uint8Array.from([0, 1, ...entry, 0, 0, 0, 0])])
}
