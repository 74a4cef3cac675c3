import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrawnPhotos, openRealPhotos } from './demo-photos.ts'

const header = 'path,crop,disease,product_class,setting'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kutu-photos-'))
  for (const name of ['rust', 'lab', 'apple']) await writeFile(join(folder, name), name)
})
afterAll(() => rm(folder, { recursive: true }))
const writeLabels = (...rows: string[]) => writeFile(join(folder, 'labels.csv'), [header, ...rows].join('\n'))

describe('the photos of a demonstration', () => {
  it('are taken from the field photos of supported crops in a folder', async () => {
    await writeLabels(
      'rust,beans,rust,common_rust,field',
      'lab,beans,rust,common_rust,lab',
      'apple,apple,scab,other_disease,field',
    )
    const photos = await openRealPhotos(folder)
    for (let i = 0; i < 3; i++)
      expect(await photos.next()).toEqual({ bytes: Buffer.from('rust'), label: 'common_rust', crop: 'BEANS' })
  })

  it('are laboratory photos where a folder has no others', async () => {
    await writeLabels('lab,beans,rust,common_rust,lab')
    expect(await (await openRealPhotos(folder)).next()).toMatchObject({ bytes: Buffer.from('lab') })
  })

  it('cannot come from a folder without supported crops', async () => {
    await writeLabels('apple,apple,scab,other_disease,field')
    await expect(openRealPhotos(folder)).rejects.toThrow('no photo of a supported crop')
  })

  it('are drawn differently each time, in all classes', async () => {
    const photos = createDrawnPhotos()
    const drawn = [await photos.next(), await photos.next(), await photos.next()]
    expect(new Set(drawn.map(({ label }) => label)).size).toBe(3)
    expect(new Set(drawn.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(3)
  })
})
