import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { getShippedModelsDir, readModelFiles } from '../node/model-files.ts'
import type { CropEstimate, StatedCrop } from './crop.ts'
import { answerEmbeddings } from './detect.ts'

/** `crop` is the stated crop. Without a leaf all fields after `is_leaf` are null. */
type GoldenAnswer = {
  crop: StatedCrop
  leaf_probability: number
  is_leaf: boolean
  rust_class: string | null
  confidence: number
  reliability: number
  band: string | null
  disease: string | null
  crop_estimate: CropEstimate | null
}
type Golden = { version: string; decisions?: { view_embeddings: string; answers: GoldenAnswer[] }[] }

const path = new URL('../../test/golden/golden.json', import.meta.url)
/** The last model whose golden file was written before the decision rule had a twin. */
const lastWithoutDecisions = '2026.11.21-4'

const golden: Golden = JSON.parse(await readFile(path, 'utf8'))
const model = await readModelFiles(`${getShippedModelsDir()}/${golden.version}`)
const answers = (golden.decisions ?? []).flatMap(({ view_embeddings, answers }, photo) =>
  answers.map(answer => ({ ...answer, photo, viewEmbeddings: decodeFloats(view_embeddings) })),
)

function decodeFloats(base64: string): Float32Array {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  return new Float32Array(bytes.buffer)
}

/** Both sides compute in 64 bits; only the order of additions differs. */
const closeTo = (value: number) => expect.closeTo(value, 6)

describe('training code and inference decide alike', () => {
  test.for(answers)('photo $photo with the crop $crop', ({ viewEmbeddings, crop, ...expected }) => {
    const detection = answerEmbeddings(viewEmbeddings, model, crop)
    expect(detection).toMatchObject({
      isLeaf: expected.is_leaf,
      leafProbability: closeTo(expected.leaf_probability),
    })
    if (!detection.isLeaf) return
    const { crop_estimate } = expected
    expect(detection).toMatchObject({
      rustClass: expected.rust_class,
      confidence: closeTo(expected.confidence),
      reliability: closeTo(expected.reliability),
      band: expected.band,
      disease: expected.disease,
      cropEstimate: crop_estimate && { ...crop_estimate, probability: closeTo(crop_estimate.probability) },
    })
  })

  test('the cases cover leaves in most bands and photos without a leaf', () => {
    const bands = new Set(answers.map(({ band }) => band))
    expect(bands.has(null) && bands.size >= 4).toBe(golden.decisions !== undefined)
    expect(golden.decisions !== undefined || golden.version === lastWithoutDecisions).toBe(true)
  })
})
