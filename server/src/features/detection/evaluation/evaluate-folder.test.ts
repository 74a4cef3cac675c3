// @slow

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVision, type Vision } from '@kutu/vision/node/vision'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf, drawWall } from '../../../testing/images/synthetic-photos.ts'
import { evaluateFolder } from './evaluate-folder.ts'

let vision: Vision
let root: string
beforeAll(async () => {
  vision = await openVision({ threads: 1 })
  root = await mkdtemp(join(tmpdir(), 'kutu-evaluate-'))
})
afterAll(async () => {
  await vision.close()
  await rm(root, { recursive: true })
})

const header = 'path,split,crop,disease,product_class,source,setting'

/** Creates a folder of synthetic photos with these rows in its labels.csv. */
async function createFolder(rows: string[], head = header): Promise<string> {
  const folder = await mkdtemp(join(root, 'set-'))
  await mkdir(join(folder, 'val'))
  await writeFile(join(folder, 'val', 'leaf, large.jpg'), await drawLeaf({ spots: true }).jpeg().toBuffer())
  await writeFile(join(folder, 'val', 'wall.png'), await drawWall().png().toBuffer())
  await writeFile(join(folder, 'val', 'document.jpg'), 'Dear farmer')
  await writeFile(join(folder, 'labels.csv'), [head, ...rows, ''].join('\n'))
  return folder
}

const leaf = '"val/leaf, large.jpg",val,maize,common_rust,common_rust,drawn,field'
const wall = 'val/wall.png,val,other,not_leaf,not_leaf,drawn,field'
const textFile = 'val/document.jpg,val,beans,rust,common_rust,drawn,lab'
const missing = 'val/missing.jpg,val,beans,rust,common_rust,drawn,lab'
const weed = 'val/never-read.jpg,extra,weed,lantana,unlabelled,drawn,field'

const evaluate = (folder: string, options: { splits?: string[]; json?: boolean; isCropKnown?: boolean } = {}) =>
  evaluateFolder(vision, folder, { ...options, concurrency: 2 })
const asJson = async (folder: string, splits?: string[]) =>
  JSON.parse((await evaluate(folder, { json: true, ...(splits ? { splits } : {}) })).text)

describe('the evaluation of a folder', () => {
  it('covers the readable photos and lists those that cannot be scored', async () => {
    const folder = await createFolder([leaf, textFile, wall, missing, weed])
    const report = await asJson(folder)
    expect(report).toMatchObject({
      model_version: vision.card.version,
      splits: null,
      photos: 2,
      recall: { not_leaf: { share: 1, n: 1 }, common_rust: { n: 1 } },
      by_crop: { maize: { accuracy: { n: 1 } }, other: { accuracy: { share: 1, n: 1 }, macro_f1: 1 } },
      by_setting: { field: { accuracy: { n: 2 } } },
      not_leaves_accepted: { share: 0, n: 1 },
      leaves_refused: { n: 1 },
      not_scored: { unlabelled: 1 },
      errors: 2,
      unreadable: [
        { path: 'val/document.jpg', error: 'unsupported_type', message: expect.any(String) },
        { path: 'val/missing.jpg', error: 'file_unreadable', message: expect.any(String) },
      ],
    })
    for (const share of [report.accuracy, report.coverage, report.right_of_answered]) {
      expect(share.low).toBeLessThanOrEqual(share.share)
      expect(share.high).toBeGreaterThanOrEqual(share.share)
    }
    expect(report.calibration_error).toBeGreaterThanOrEqual(0)
  })

  it('shows how often each band is given and right, also with the crop known', async () => {
    const folder = await createFolder([leaf.replace('maize', 'banana'), wall])
    const unknown = JSON.parse((await evaluate(folder, { json: true })).text)
    const shares = Object.values<{ share: { share: number; n: number } }>(unknown.bands).map(({ share }) => share)
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBe(1 - unknown.leaves_refused.share)
    const known = JSON.parse((await evaluate(folder, { json: true, isCropKnown: true })).text)
    expect([unknown.is_crop_known, known.is_crop_known]).toEqual([false, true])
    expect(known.bands.unfamiliar.share).toMatchObject({ share: 1 - known.leaves_refused.share, n: 1 })
    expect((await evaluate(folder, { isCropKnown: true })).text).toContain('crop known')
  })

  it('uses the model’s answers', async () => {
    const { productProbabilities: product } = await vision.detect(await drawLeaf({ spots: true }).jpeg().toBuffer())
    const [truth] = (['common_rust', 'healthy', 'other_disease'] as const).toSorted((a, b) => product[b] - product[a])
    const right = await asJson(await createFolder([`"val/leaf, large.jpg",val,maize,any,${truth},drawn,field`]))
    expect(right.accuracy.share).toBe(1)
    const other = truth === 'healthy' ? 'common_rust' : 'healthy'
    const wrong = await asJson(await createFolder([`"val/leaf, large.jpg",val,maize,any,${other},drawn,field`]))
    expect(wrong.accuracy.share).toBe(0)
  })

  it('does not depend on the order of rows and columns or on line endings', async () => {
    const rows = [leaf, textFile, wall, missing, weed]
    const { text } = await evaluate(await createFolder(rows))
    const reversed = await createFolder([...rows].reverse())
    // The messages of unreadable files contain their path.
    const withoutFolder = (output: string) => output.replaceAll(/set-\w+/g, 'set')
    expect(withoutFolder((await evaluate(reversed)).text)).toBe(withoutFolder(text))
    const other = await createFolder(
      ['common_rust,field,maize,common_rust,"val/leaf, large.jpg"\r', 'not_leaf,field,other,not_leaf,val/wall.png\r'],
      '\ufeffproduct_class,setting,crop,disease,path\r',
    )
    expect(await asJson(other)).toEqual(await asJson(await createFolder([leaf, wall])))
  })

  it('prints tables that name every figure', async () => {
    const { text, scored } = await evaluate(await createFolder([leaf, wall, textFile, weed]))
    expect(scored).toBe(2)
    expect(text).toContain(`Model ${vision.card.version}: 2 photos, 1 error`)
    for (const name of ['accuracy', 'macro-F1', 'calibration error', 'coverage', 'selective accuracy'])
      expect(text).toContain(name)
    expect(text).toMatch(/^recall of not_leaf +100\.0 % +20\.7 % to 100\.0 % +1$/m)
    expect(text).toMatch(/^maize +1 /m)
    expect(text).toContain('Not scored: 1 row of product_class unlabelled')
    expect(text).toContain('Error: val/document.jpg: unsupported_type')
  })
})

describe('the split option', () => {
  it('selects the rows; without a split column all rows are used', async () => {
    const inTest = wall.replace(',val,', ',test_field,')
    const folder = await createFolder([leaf, inTest, textFile])
    expect(await asJson(folder, ['test_field'])).toMatchObject({ photos: 1, splits: ['test_field'], errors: 0 })
    expect(await asJson(folder, ['test_field', 'val'])).toMatchObject({ photos: 2, errors: 1 })
    const plain = await createFolder(
      ['val/wall.png,other,not_leaf,not_leaf,field'],
      'path,crop,disease,product_class,setting',
    )
    expect(await asJson(plain, ['val'])).toMatchObject({ photos: 1, splits: null })
  })

  it('leaves nothing to score if no row has that split', async () => {
    const { text, scored } = await evaluate(await createFolder([leaf]), { splits: ['nowhere'] })
    expect(scored).toBe(0)
    expect(text).toContain('No photo could be scored.')
  })
})

describe('an unusable folder', () => {
  it('without labels.csv is an error', async () => {
    await expect(evaluate(join(root, 'nowhere'))).rejects.toThrow(/^There is no .*labels\.csv/)
  })

  it('with missing columns names them', async () => {
    const folder = await createFolder(['a.jpg,maize'], 'path,crop')
    await expect(evaluate(folder)).rejects.toThrow(/labels\.csv cannot be used: .* disease, product_class, setting$/)
    await expect(evaluate(await createFolder([], ''))).rejects.toThrow('path, crop, disease, product_class, setting')
  })

  it('with a broken row names its line', async () => {
    await expect(evaluate(await createFolder([leaf, 'val/wall.png,val']))).rejects.toThrow(/cannot be used: .*line 3/)
  })
})
