import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert } from '../../../testing/server/test-users.ts'
import { evaluateFolder } from '../../detection/evaluation/evaluate-folder.ts'
import { exportDataset } from './dataset-export.ts'
import { importDataset } from './dataset-import.ts'

let source: TestServer
let target: TestServer
let folder: string
const imageCount = 9
beforeAll(async () => {
  source = await startTestServer({ expertApproval: 'auto', labelReviewers: 1 })
  target = await startTestServer({ expertApproval: 'auto', labelReviewers: 1 })
  folder = await mkdtemp(join(tmpdir(), 'kutu-dataset-'))
  const grace = await signUpExpert(source)
  for (let seed = 4000; seed < 4000 + imageCount; seed++) {
    const bytes = await drawLeaf({ seed }).jpeg().toBuffer()
    const { status } = await submitTrainingImage(source, grace, bytes, {
      label: 'healthy',
      fields: { crop_type: 'BEANS' },
    })
    if (status !== 201) throw new Error(`a photo was rejected with ${status}`)
  }
  await submitTrainingImage(source, grace, await drawLeaf({ seed: 4100 }).jpeg().toBuffer(), { label: 'common_rust' })
})
afterAll(async () => {
  await source.close()
  await target.close()
  await rm(folder, { recursive: true, force: true })
})

const acceptedImages = async (server: TestServer) => {
  const rows = await server.app.db
    .selectFrom('training_images')
    .select(['source_hash', 'label', 'crop_type', 'state'])
    .where('state', '=', 'accepted')
    .orderBy('source_hash')
    .execute()
  return rows
}

describe('the dataset', () => {
  it('is exported with labels that kutu evaluate reads, and names nobody', async () => {
    const accepted = await acceptedImages(source)
    expect(await exportDataset(source.app, folder)).toEqual({ written: accepted.length, missing: 0 })
    const text = await readFile(join(folder, 'labels.csv'), 'utf8')
    expect(text.split('\n')[0]).toBe(
      'path,split,crop,disease,product_class,source,setting,uploader,series,provenance,hash',
    )
    expect(await readdir(join(folder, 'photos'))).toHaveLength(accepted.length)
    const users = await source.app.db.selectFrom('users').select(['id', 'username', 'email']).execute()
    for (const { id, username, email } of users)
      for (const name of [id, username, email]) expect(text).not.toContain(name)
    const { scored } = await evaluateFolder(source.app.vision, folder, { concurrency: 1 })
    expect(scored).toBe(accepted.length)
    await exportDataset(source.app, folder)
    expect(await readFile(join(folder, 'labels.csv'), 'utf8')).toBe(text)
  })

  it('can be imported elsewhere completely, and importing twice adds nothing', async () => {
    const accepted = await acceptedImages(source)
    const first = await importDataset(target.app, folder)
    expect(first).toEqual({ added: accepted.length, duplicates: 0, skipped: 0, rejected: [] })
    const labels = (images: Awaited<ReturnType<typeof acceptedImages>>) =>
      images.map(({ label, crop_type }) => [label, crop_type]).sort()
    const imported = await acceptedImages(target)
    expect(labels(imported)).toEqual(labels(accepted))
    const second = await importDataset(target.app, folder)
    expect(second).toEqual({ added: 0, duplicates: accepted.length, skipped: 0, rejected: [] })
    expect(await importDataset(source.app, folder)).toMatchObject({ added: 0, duplicates: accepted.length })
    expect(await acceptedImages(target)).toEqual(imported)
  })

  it('is not read outside its folder, and its hash column is not believed', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'kutu-dataset-'))
    const dataset = join(parent, 'dataset')
    await mkdir(dataset)
    const victim = await drawLeaf({ seed: 4200 }).jpeg().toBuffer()
    const victimHash = contentHash(victim)
    await writeFile(join(parent, 'private.jpg'), await drawLeaf({ seed: 4300 }).jpeg().toBuffer())
    await symlink(join(parent, 'private.jpg'), join(dataset, 'link.jpg'))
    await writeFile(join(dataset, 'own.jpg'), await drawLeaf({ seed: 4400 }).jpeg().toBuffer())
    const paths = ['../private.jpg', 'link.jpg', 'missing.jpg', 'own.jpg']
    const rows = paths.map(path => `${path},beans,healthy,healthy,field,${victimHash}`)
    await writeFile(join(dataset, 'labels.csv'), ['path,crop,disease,product_class,setting,hash', ...rows].join('\n'))
    const result = await importDataset(target.app, dataset)
    expect(result.rejected).toEqual(paths.slice(0, 3).map(path => `${path}: not a file of this folder`))
    expect(result.added).toBe(1)
    expect((await acceptedImages(target)).map(({ source_hash }) => source_hash)).not.toContain(victimHash)
    await rm(parent, { recursive: true })
  })

  it('with hostile files and names rejects each of them and imports the rest', async () => {
    const dataset = await mkdtemp(join(tmpdir(), 'kutu-dataset-'))
    const leaf = await drawLeaf({ seed: 4500 }).jpeg().toBuffer()
    const bomb = Buffer.from(await drawLeaf({ seed: 4501 }).png().toBuffer())
    // The header of a PNG promises 30,000 x 30,000 pixels.
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    const files: Record<string, Buffer> = {
      'bomb.png': bomb,
      'cut.jpg': leaf.subarray(0, 200),
      'empty.jpg': Buffer.alloc(0),
      'page.jpg': Buffer.from('<script>alert(1)</script>'),
      'large.jpg': Buffer.concat([leaf, Buffer.alloc(6_000_000)]),
    }
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(dataset, name), bytes)
    await mkdir(join(dataset, 'folder.jpg'))
    // Nobody writes into this pipe: reading it would never end.
    expect(spawnSync('mkfifo', [join(dataset, 'pipe.jpg')]).status).toBe(0)
    const hostile = [...Object.keys(files), 'folder.jpg', 'pipe.jpg', 'a\u0000b.jpg', '/etc/hostname', 'x'.repeat(5000)]
    await writeFile(join(dataset, 'good.jpg'), leaf)
    const rows = [...hostile, 'good.jpg'].map(path => `${path},beans,healthy,healthy,field,=HYPERLINK(1)`)
    const header = 'path,crop,disease,product_class,setting,uploader'
    await writeFile(join(dataset, 'labels.csv'), [header, ...rows].join('\n'))
    const result = await importDataset(target.app, dataset)
    expect(result.added).toBe(1)
    expect(result.rejected.map(line => line.split(': ')[0])).toEqual(hostile)
    const names = await target.app.db.selectFrom('training_images').select('pseudonym').execute()
    expect(names.filter(({ pseudonym }) => /^[=+@]/.test(pseudonym ?? ''))).toEqual([])
    await rm(dataset, { recursive: true })
  })

  it('reports a folder without labels.csv', async () => {
    await expect(importDataset(target.app, tmpdir())).rejects.toThrow('labels.csv')
  })
})
