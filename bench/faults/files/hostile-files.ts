import { imageLimits } from '@kutu/contract/upload-limits'
import sharp from 'sharp'
import { animatedPng, deepInterlacedPng, pngBomb } from '../../../server/src/testing/images/malformed-pngs.ts'
import { drawLeaf } from '../../../server/src/testing/images/synthetic-photos.ts'
import type { Random } from '../random.ts'
import { createSegment, insertSegments, promiseSize, repeatLastScan } from './jpeg.ts'
import { createCompressedBomb, createPngOfPromisedSize, insertChunks, pngChunk } from './png.ts'

/** `accepted`: decodable, so no error of the file itself; `rejected`: an error of the file; `any`: depends on the damage. */
export type Expectation = 'accepted' | 'rejected' | 'any'
export type HostileFile = {
  kind: string
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  expected: Expectation
}
type Kind = [weight: number, expected: Expectation, make: (random: Random) => Uint8Array]

/** Photos in many encodings, made once; the files of a run are changed copies of them. */
type Bases = Awaited<ReturnType<typeof createBases>>

async function createBases() {
  const leaf = () => drawLeaf({ seed: 3, spots: true, width: 480, height: 360 })
  const big = () =>
    sharp({ create: { width: 7900, height: 6316, channels: 3, background: '#406030' }, limitInputPixels: false })
  const jpegs = await Promise.all([
    leaf().jpeg().toBuffer(),
    leaf().jpeg({ progressive: true }).toBuffer(),
    leaf().jpeg({ chromaSubsampling: '4:4:4', quality: 100 }).toBuffer(),
    leaf().grayscale().jpeg().toBuffer(),
    leaf().jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    leaf().jpeg().withIccProfile('p3').toBuffer(),
  ])
  const pngs = await Promise.all([
    leaf().png().toBuffer(),
    leaf().png({ palette: true }).toBuffer(),
    leaf().png({ progressive: true }).toBuffer(),
    leaf().ensureAlpha(0.5).png().toBuffer(),
    leaf().toColourspace('rgb16').png().toBuffer(),
    leaf().grayscale().png({ palette: true, colours: 2 }).toBuffer(),
  ])
  return {
    jpegs,
    pngs,
    cmyk: await leaf().toColourspace('cmyk').jpeg().toBuffer(),
    others: await Promise.all([
      leaf().webp().toBuffer(),
      leaf().tiff().toBuffer(),
      drawLeaf({ width: 60, height: 60 }).gif().toBuffer(),
      drawLeaf({ width: 60, height: 60 }).avif().toBuffer(),
    ]),
    bigProgressive: await big().jpeg({ progressive: true }).toBuffer(),
    bigBaseline: await big().jpeg().toBuffer(),
    bigInterlaced: deepInterlacedPng(7900, 6316),
    mediumInterlaced: deepInterlacedPng(5000, 4900),
    bomb: pngBomb(),
    slightlyTooBig: await sharp({ create: { width: 7100, height: 7100, channels: 3, background: '#406030' } })
      .png()
      .toBuffer(),
    strips: await Promise.all(
      [
        [1, 1],
        [1, 60_000],
        [60_000, 1],
        [2, 2],
        [16_000, 3000],
      ].map(([width = 1, height = 1]) =>
        sharp({ create: { width, height, channels: 3, background: '#406030' } })
          .jpeg()
          .toBuffer(),
      ),
    ),
  }
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><rect width="9" height="9"/></svg>'
const html = '<!doctype html><script>alert(document.cookie)</script>'
/** An empty zip archive. */
const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
const names = [
  'leaf.jpg',
  'leaf.png',
  'LEAF.JPEG',
  '../../../etc/passwd',
  '..\\..\\leaf.jpg',
  'leaf.jpg\0.exe',
  'a"b;c=d.jpg',
  'jani la mahindi 🌽.jpg',
  'x'.repeat(3000),
  '.jpg',
  '%00.jpg',
  '\u202egpj.exe',
]
const types = [
  'image/jpeg',
  'image/png',
  'text/html',
  'image/svg+xml',
  'application/zip',
  '',
  'application/octet-stream',
]

/** Creates a generator of hostile files; the same index and random numbers give the same file. */
export async function createHostileFiles(): Promise<(index: number, random: Random) => HostileFile> {
  const kinds = Object.entries(listKinds(await createBases()))
  const weightedKinds = kinds.flatMap(entry => Array<typeof entry>(entry[1][0]).fill(entry))
  let number = 0
  return (index, random) => {
    // Every kind once, so that a short run has all of them.
    const [kind, [, expected, make]] = kinds[index] ?? random.pick(weightedKinds)
    const bytes = make(random)
    // Known bytes are answered from the history, so valid files get a number after their end.
    const unique = expected === 'accepted' ? Buffer.concat([bytes, Buffer.from(`file ${number++}`)]) : bytes
    const isHarmless = random.chance(0.6)
    return {
      kind,
      name: isHarmless ? 'leaf.jpg' : random.pick(names),
      type: isHarmless ? 'image/jpeg' : random.pick(types),
      bytes: new Uint8Array(unique),
      expected,
    }
  }
}

function listKinds(bases: Bases): Record<string, Kind> {
  const { jpegs, pngs, cmyk, others, strips } = bases
  const photos = [...jpegs, ...pngs, cmyk]
  const photo = (random: Random) => random.pick(photos)
  const jpeg = (random: Random) => random.pick(jpegs)
  const side = (random: Random) => random.integer(0, 65_535)
  const maxBytes = imageLimits.bytes
  return {
    valid: [10, 'accepted', photo],
    truncated: [12, 'any', r => truncate(photo(r), r)],
    'bits flipped': [14, 'any', r => flipBits(photo(r), r)],
    'block overwritten': [8, 'any', r => overwriteBlock(photo(r), r)],
    'block removed or doubled': [6, 'any', r => moveBlock(photo(r), r)],
    'photo followed by a zip, HTML or PDF': [4, 'accepted', r => append(photo(r), r)],
    'HTML, PDF or GIF before a photo': [3, 'rejected', r => prepend(photo(r), r)],
    'HTML in a comment': [2, 'accepted', r => insertSegments(jpeg(r), [createSegment(0xfe, Buffer.from(html))])],
    'other type named .jpg': [6, 'rejected', r => createOtherType(others, r)],
    'empty or only magic bytes': [3, 'rejected', r => photo(r).subarray(0, r.integer(0, 8))],
    'noise after magic bytes': [4, 'rejected', r => addNoise(photo(r), r)],
    'PNG that promises any size': [5, 'rejected', r => createPngOfPromisedSize(promisedSide(r), promisedSide(r))],
    'JPEG that promises any size': [5, 'any', r => promiseSize(jpeg(r), side(r), side(r))],
    'PNG bomb of 900 MP': [1, 'rejected', () => bases.bomb],
    'PNG of 50.4 MP': [1, 'rejected', () => bases.slightlyTooBig],
    // Decoded it needs 400 MB: more than the limit, although its pixels are within theirs.
    'interlaced 16-bit PNG of 49.9 MP': [1, 'rejected', () => bases.bigInterlaced],
    'interlaced 16-bit PNG of 24.5 MP': [1, 'accepted', () => bases.mediumInterlaced],
    'baseline JPEG of 49.9 MP': [1, 'accepted', () => bases.bigBaseline],
    'JPEG of 49.9 MP with many scans': [
      1,
      'any',
      r => repeatLastScan(bases.bigProgressive, r.pick([20, 80, 2000]), maxBytes),
    ],
    'JPEG with many scans': [4, 'any', r => repeatLastScan(jpegs[1] ?? cmyk, r.pick([10, 80, 500, 100_000]), maxBytes)],
    'CMYK JPEG': [2, 'accepted', () => cmyk],
    'damaged CMYK JPEG': [1, 'any', r => flipBits(cmyk, r)],
    'bad color profile': [5, 'any', r => addBadProfile(jpeg(r), r)],
    'bad EXIF': [5, 'any', r => addBadExif(jpeg(r), r)],
    'megabytes of metadata': [1, 'any', r => addMuchMetadata(jpeg(r))],
    'compressed bomb in a PNG chunk': [3, 'any', r => addCompressedBomb(r.pick(pngs), r)],
    'bad PNG chunk': [4, 'any', r => addBadChunk(r.pick(pngs), r)],
    'animated PNG': [2, 'any', () => animatedPng(pngs[0] ?? cmyk)],
    'strip or single pixel': [3, 'accepted', r => r.pick(strips)],
    'more than 5 MB': [2, 'rejected', r => Buffer.concat([photo(r), Buffer.alloc(maxBytes)])],
  }
}

const randomBytes = (count: number, random: Random) =>
  Buffer.from(Array.from({ length: count }, () => random.integer(0, 255)))
const truncate = (photo: Buffer, random: Random) => photo.subarray(0, random.integer(9, photo.length - 1))
/** Without 1: a PNG of one pixel has all its pixels. */
const promisedSide = (random: Random) => random.pick([0, 7100, 65_535, 1_000_000, 2 ** 31 - 1, 2 ** 32 - 1])

function flipBits(photo: Buffer, random: Random): Buffer {
  const changed = Buffer.from(photo)
  // The header decides more than the pixels, so half of the damage goes there.
  const end = random.chance(0.5) ? Math.min(700, photo.length) : photo.length
  for (let left = 2 ** random.integer(0, 6); left > 0; left--) {
    const position = random.integer(0, end - 1)
    changed[position] = (changed[position] ?? 0) ^ (1 << random.integer(0, 7))
  }
  return changed
}

function overwriteBlock(photo: Buffer, random: Random): Buffer {
  const changed = Buffer.from(photo)
  const start = random.integer(2, photo.length - 1)
  const value = random.pick([0, 0xff, 0xd8, -1])
  const end = Math.min(photo.length, start + random.integer(1, 4000))
  for (let position = start; position < end; position++) changed[position] = value < 0 ? random.integer(0, 255) : value
  return changed
}

function moveBlock(photo: Buffer, random: Random): Buffer {
  const start = random.integer(2, photo.length - 1)
  const end = Math.min(photo.length, start + random.integer(1, 4000))
  const inserted = random.chance(0.5)
    ? Buffer.alloc(0)
    : Buffer.concat([photo.subarray(start, end), photo.subarray(start, end)])
  return Buffer.concat([photo.subarray(0, start), inserted, photo.subarray(end)])
}

const append = (photo: Buffer, random: Random) =>
  Buffer.concat([photo, random.pick([zip, Buffer.from(html), Buffer.from('%PDF-1.7\n')])])
const prepend = (photo: Buffer, random: Random) =>
  Buffer.concat([Buffer.from(random.pick(['%PDF-1.7\n', html, 'GIF89a'])), photo])
const addNoise = (photo: Buffer, random: Random) =>
  Buffer.concat([photo.subarray(0, 8), randomBytes(random.integer(10, 5000), random)])

function createOtherType(others: readonly Buffer[], random: Random): Buffer {
  const texts = [svg, html, '{}', 'This is a text.', '<?xml version="1.0"?><x/>', '#!/bin/sh\n', 'BM', '\0'].map(text =>
    Buffer.from(text),
  )
  return random.pick([...others, ...texts, zip])
}

function addBadProfile(jpeg: Buffer, random: Random): Buffer {
  const count = random.integer(1, 4)
  const segments = Array.from({ length: count }, (_, index) => {
    const numbers = random.chance(0.5) ? [index + 1, count] : [random.integer(0, 255), random.integer(0, 255)]
    const head = Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from(numbers)])
    return createSegment(0xe2, Buffer.concat([head, randomBytes(random.pick([0, 10, 128, 5000, 60_000]), random)]))
  })
  return insertSegments(jpeg, segments)
}

function addBadExif(jpeg: Buffer, random: Random): Buffer {
  const tiff = Buffer.from(random.pick(['II*\0', 'MM\0*', 'II\0*', '']), 'latin1')
  const firstDirectory = Buffer.alloc(4)
  firstDirectory.writeUInt32LE(random.pick([8, 0, 4, 0xffffffff]))
  // One entry: tag 0x0112 (orientation), type, count and value.
  const entry = Buffer.alloc(18)
  entry.writeUInt16LE(random.pick([1, 0, 65_535]), 0)
  entry.writeUInt16LE(0x0112, 2)
  entry.writeUInt16LE(random.pick([3, 4, 0, 99]), 4)
  entry.writeUInt32LE(random.pick([1, 0, 0xffffffff]), 6)
  entry.writeUInt32LE(random.pick([0, 6, 8, 9, 65_535]), 10)
  // The next directory: none, or itself.
  entry.writeUInt32LE(random.pick([0, 8]), 14)
  const rest = randomBytes(random.pick([0, 20, 2000]), random)
  return insertSegments(jpeg, [
    createSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, firstDirectory, entry, rest])),
  ])
}

const addMuchMetadata = (jpeg: Buffer) => {
  const segment = createSegment(0xe4, Buffer.alloc(65_000, 7))
  return insertSegments(jpeg, Array<Buffer>(75).fill(segment))
}

const addCompressedBomb = (png: Buffer, random: Random) =>
  insertChunks(png, [createCompressedBomb(random.pick(['zTXt', 'iCCP', 'iTXt']), random.pick([1e6, 5e7, 3e8]))])

function addBadChunk(png: Buffer, random: Random): Buffer {
  const type = random.pick('PLTE tRNS gAMA cHRM pHYs IDAT IEND IHDR eXIf sBIT ABCD iCCP'.split(' '))
  const chunk = pngChunk(type, randomBytes(random.pick([0, 1, 4, 13, 768, 3000]), random))
  if (random.chance(0.3)) chunk[chunk.length - 1] = (chunk[chunk.length - 1] ?? 0) ^ 1
  return insertChunks(png, [chunk])
}
