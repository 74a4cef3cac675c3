import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateFolder } from '../detection/evaluate-folder.ts'
import { drawnLeaf } from '../testing/drawings.ts'
import { expert } from '../testing/people.ts'
import { teach } from '../testing/training.ts'
import { type World, world } from '../testing/world.ts'
import { exportDataset } from './dataset-export.ts'
import { importDataset } from './dataset-import.ts'

let from: World
let to: World
let folder: string
const many = 9
beforeAll(async () => {
  from = await world({ expertApproval: 'auto' })
  to = await world({ expertApproval: 'auto' })
  folder = await mkdtemp(join(tmpdir(), 'kutu-dataset-'))
  const grace = await expert(from)
  for (let seed = 4000; seed < 4000 + many; seed++) {
    const bytes = await drawnLeaf({ seed }).jpeg().toBuffer()
    const { status } = await teach(from, grace, bytes, { label: 'healthy', fields: { crop_type: 'BEANS' } })
    if (status !== 201) throw new Error(`a drawing was refused with ${status}`)
  }
  await teach(from, grace, await drawnLeaf({ seed: 4100 }).jpeg().toBuffer(), { label: 'common_rust' })
})
afterAll(async () => {
  await from.close()
  await to.close()
  await rm(folder, { recursive: true, force: true })
})

const acceptedIn = async (w: World) => {
  const rows = await w.app.db
    .selectFrom('training_images')
    .select(['source_hash', 'label', 'crop_type', 'state'])
    .where('state', '=', 'accepted')
    .orderBy('source_hash')
    .execute()
  return rows
}

describe('the dataset', () => {
  it('is exported with labels that kutu evaluate reads, and names nobody', async () => {
    const accepted = await acceptedIn(from)
    expect(await exportDataset(from.app, folder)).toEqual({ written: accepted.length, lost: 0 })
    const text = await readFile(join(folder, 'labels.csv'), 'utf8')
    expect(text.split('\n')[0]).toBe(
      'path,split,crop,disease,product_class,source,setting,uploader,series,provenance,hash',
    )
    expect(await readdir(join(folder, 'photos'))).toHaveLength(accepted.length)
    const users = await from.app.db.selectFrom('users').select(['id', 'username', 'email']).execute()
    for (const { id, username, email } of users)
      for (const name of [id, username, email]) expect(text).not.toContain(name)
    const { scored } = await evaluateFolder(from.app.vision, folder, { atOnce: 1 })
    expect(scored).toBe(accepted.length)
    await exportDataset(from.app, folder)
    expect(await readFile(join(folder, 'labels.csv'), 'utf8')).toBe(text)
  })

  it('comes into another place whole, once, however often it is imported', async () => {
    const accepted = await acceptedIn(from)
    const first = await importDataset(to.app, folder)
    expect(first).toEqual({ added: accepted.length, known: 0, skipped: 0, refused: [] })
    expect(await acceptedIn(to)).toEqual(accepted)
    const again = await importDataset(to.app, folder)
    expect(again).toEqual({ added: 0, known: accepted.length, skipped: 0, refused: [] })
    expect(await importDataset(from.app, folder)).toMatchObject({ added: 0, known: accepted.length })
    expect(await acceptedIn(to)).toEqual(accepted)
  })

  it('says of a folder without labels.csv what is missing', async () => {
    await expect(importDataset(to.app, tmpdir())).rejects.toThrow('labels.csv')
  })
})
