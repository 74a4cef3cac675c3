import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawPattern, toSharp } from '../../test/synthetic-images.ts'
import { VisionError } from '../vision-error.ts'
import { readImageHeader } from './image-header.ts'
import { stripMetadata } from './strip-metadata.ts'

const photo = drawPattern('discs', 64, 48)
const secrets = ['Farmcam', 'secret-xmp', 'secret-iptc', 'secret-comment', 'secret-video', 'secret-text']
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-xmp</x:xmpmeta>'
/** Kampala, as a phone writes it. */
const exif = {
  IFD0: { Make: 'Farmcam' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '0/1 18/1 49/1', GPSLongitudeRef: 'E', GPSLongitude: '32/1 34/1 52/1' },
}

const segment = (marker: number, text: string): Buffer => {
  const content = Buffer.from(text, 'latin1')
  return Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]), content])
}

/** Adds IPTC, a comment and a second picture to a JPEG, and a video after its end. */
function addSegments(jpeg: Buffer): Buffer {
  const added = [segment(0xed, 'Photoshop 3.0\0secret-iptc'), segment(0xfe, 'secret-comment'), segment(0xe2, 'MPF\0II')]
  return Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2), Buffer.from('secret-video\xff\xd9', 'latin1')])
}

const strip = (bytes: Buffer): Buffer => Buffer.from(stripMetadata(Uint8Array.from(bytes)))
const findSecrets = (bytes: Buffer) => [
  ...secrets.filter(text => bytes.includes(text)),
  ...(bytes.includes(Buffer.from(Uint32Array.from([0, 1, 18, 1, 49, 1]).buffer)) ? ['GPS'] : []),
]
const decode = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true })

const jpegs = {
  baseline: () => toSharp(photo).jpeg(),
  'with a color profile': () => toSharp(photo).withIccProfile('p3').jpeg(),
  progressive: () => toSharp(photo).jpeg({ progressive: true }),
  gray: () => toSharp(photo).grayscale().jpeg(),
  CMYK: () => toSharp(photo).toColourspace('cmyk').jpeg(),
}

describe('a JPEG loses its metadata and no pixel', () => {
  it.each(Object.entries(jpegs))('%s', async (_, write) => {
    for (const orientation of [1, 6, 8]) {
      const written = await write().withExifMerge(exif).withMetadata({ orientation }).withXmp(xmp).toBuffer()
      const tagged = addSegments(written)
      expect(findSecrets(tagged)).toEqual([...secrets.filter(text => text !== 'secret-text'), 'GPS'])
      const stripped = strip(tagged)
      expect(findSecrets(stripped)).toEqual([])
      const { orientation: kept = 1, icc } = await sharp(stripped).metadata()
      expect([kept, icc]).toEqual([orientation, (await sharp(tagged).metadata()).icc])
      expect(await decode(stripped)).toEqual(await decode(tagged))
      expect(strip(stripped)).toEqual(stripped)
      expect(readImageHeader(stripped).isCanonical).toBe(readImageHeader(written).isCanonical)
    }
  })

  it('and one without stays byte for byte', async () => {
    const jpeg = await toSharp(photo).jpeg().toBuffer()
    expect(strip(jpeg)).toEqual(jpeg)
  })

  it('also if its EXIF is broken', async () => {
    const jpeg = await toSharp(photo).jpeg().toBuffer()
    const broken = segment(0xe1, 'Exif\0\0II*\0\xff\xff\xff\x7fFarmcam')
    expect(strip(Buffer.concat([jpeg.subarray(0, 2), broken, jpeg.subarray(2)]))).toEqual(jpeg)
  })
})

it('a PNG loses its metadata and no pixel', async () => {
  for (const orientation of [1, 6]) {
    const png = await toSharp(photo)
      .withIccProfile('p3')
      .withExifMerge(exif)
      .withMetadata({ orientation })
      .png()
      .toBuffer()
    const text = Buffer.concat([...[Buffer.from([0, 0, 0, 11]), Buffer.from('tEXtsecret-text'), Buffer.alloc(4)]])
    const tagged = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), Buffer.from('secret-video')])
    expect(findSecrets(tagged)).toEqual(['Farmcam', 'secret-video', 'secret-text', 'GPS'])
    const stripped = strip(tagged)
    expect(findSecrets(stripped)).toEqual([])
    const { orientation: kept = 1, icc } = await sharp(stripped).metadata()
    expect([kept, icc !== undefined]).toEqual([orientation, true])
    expect(await decode(stripped)).toEqual(await decode(png))
    expect(strip(stripped)).toEqual(stripped)
  }
})

it('what is no photo, or cut short, is rejected', async () => {
  const code = (bytes: Buffer) => {
    try {
      return String(strip(bytes).length)
    } catch (error) {
      return error instanceof VisionError ? error.code : String(error)
    }
  }
  const [jpeg, png] = [await toSharp(photo).jpeg().toBuffer(), await toSharp(photo).png().toBuffer()]
  expect(code(Buffer.from('GIF89a'))).toBe('unsupported_type')
  expect(code(Buffer.alloc(0))).toBe('unsupported_type')
  expect(code(jpeg.subarray(0, 100))).toBe('image_unreadable')
  expect(code(png.subarray(0, png.length - 4))).toBe('image_unreadable')
  expect(code(Buffer.concat([jpeg.subarray(0, 20), Buffer.from('no marker'), jpeg.subarray(20)]))).toBe(
    'image_unreadable',
  )
})
