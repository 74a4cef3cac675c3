import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readExifTime } from './exif-time.ts'

const photo = sharp({ create: { width: 16, height: 16, channels: 3, background: 'green' } }).jpeg()
const tag = async (tags: Record<string, string>) =>
  Uint8Array.from(
    await photo
      .clone()
      .withExif({ IFD0: { Make: 'Farmcam' }, IFD2: tags })
      .toBuffer(),
  )
const time = '2026:11:18 07:30:05'

it('reads the time with its offset', async () => {
  for (const [offset, expected] of [
    ['+03:00', '2026-11-18T04:30:05.000Z'],
    ['-02:30', '2026-11-18T10:00:05.000Z'],
  ] as const) {
    const jpeg = await tag({ DateTimeOriginal: time, OffsetTimeOriginal: offset })
    expect(readExifTime(jpeg)?.toISOString()).toBe(expected)
  }
})

it('takes the zone of the device without an offset, or with a broken one', async () => {
  const local = new Date(2026, 10, 18, 7, 30, 5)
  expect(readExifTime(await tag({ DateTimeOriginal: time }))).toEqual(local)
  expect(readExifTime(await tag({ DateTimeOriginal: time, OffsetTimeOriginal: '   :  ' }))).toEqual(local)
})

it('needs the beginning of the file only, in both orders of bytes', async () => {
  const jpeg = await tag({ DateTimeOriginal: time, OffsetTimeOriginal: '+03:00' })
  expect(readExifTime(jpeg.slice(0, jpeg.length - 100))).toEqual(new Date('2026-11-18T04:30:05Z'))
  const entry = (id: number, type: number, count: number, value: number) => [
    id >> 8,
    id & 0xff,
    0,
    type,
    0,
    0,
    0,
    count,
    0,
    0,
    0,
    value,
  ]
  const directories = [0, 1, ...entry(0x8769, 4, 1, 26), 0, 0, 0, 0, 0, 1, ...entry(0x9003, 2, 20, 44), 0, 0, 0, 0]
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, ...directories, ...Buffer.from(`${time}\0`)]
  const segment = [0xff, 0xe1, 0, tiff.length + 8, ...Buffer.from('Exif\0\0'), ...tiff]
  expect(readExifTime(Uint8Array.from([0xff, 0xd8, ...segment]))).toEqual(new Date(2026, 10, 18, 7, 30, 5))
})

it('finds none in a photo without one, with one that is no time, in a broken one and in another file', async () => {
  const untagged = Uint8Array.from(await photo.clone().toBuffer())
  expect(readExifTime(untagged)).toBeNull()
  for (const wrong of ['0000:00:00 00:00:00', '    :  :     :  :  ', '2026:13:40 25:00:00', 'yesterday'])
    expect(readExifTime(await tag({ DateTimeOriginal: wrong }))).toBeNull()
  const jpeg = await tag({ DateTimeOriginal: time })
  for (let length = 0; length < 150; length++) expect(readExifTime(jpeg.slice(0, length))).toBeNull()
  expect(readExifTime(Uint8Array.from(await sharp(untagged).png().toBuffer()))).toBeNull()
})
