import { describe, expect, test } from 'vitest'
import { loadShippedModel } from '../../test/shipped-model.ts'
import { type StatedCrop, supportedCrops } from './crop.ts'
import { answerEmbeddings, classifyEmbedding, type Detection, type LeafDetection } from './detect.ts'
import { combinePlantPhotos } from './plant.ts'

const { card, head, images } = await loadShippedModel()
const model = { card, head }
const statedCrops: StatedCrop[] = [...supportedCrops, 'other', null]

/** Real mean embeddings of the validation photos, four of which stand for the views of one photo. */
const photos = Array.from({ length: 60 }, (_, i) => {
  const views = [0, 1, 2, 3].map(view => images[(i * 13 + (i % 3) * view) % images.length]?.embedding ?? [])
  return Float32Array.from(views.flatMap(view => [...view]))
})
const answer = (photo: Float32Array, statedCrop: StatedCrop) => answerEmbeddings(photo, model, statedCrop)
const isLeaf = (detection: Detection): detection is LeafDetection => detection.isLeaf

const diseasesByCrop = new Map(
  supportedCrops.map(crop => [crop, card.classes.filter(each => each.crop === crop).map(({ disease }) => disease)]),
)

describe('answers from stored embeddings', () => {
  test('with a stated crop never name another crop or a disease of one', () => {
    for (const crop of supportedCrops) {
      const leaves = photos.map(photo => answer(photo, crop)).filter(isLeaf)
      expect(leaves.length).toBeGreaterThan(30)
      for (const { crop: named, disease } of leaves) {
        expect(named).toBe(crop)
        expect(disease === null || diseasesByCrop.get(crop)?.includes(disease), `${crop} ${disease}`).toBe(true)
      }
    }
  })

  test('are never confident about a crop that the farmer calls another one', () => {
    const bands = new Set(photos.map(photo => answer(photo, 'other')).flatMap(each => (each.isLeaf ? each.band : [])))
    expect([...bands]).toEqual(['unfamiliar'])
  })

  test('have the same leaf check and crop estimate for every stated crop', () => {
    for (const photo of photos) {
      const [first, ...others] = statedCrops.map(crop => answer(photo, crop))
      const pick = (each?: Detection) => each && [each.leafProbability, each.isLeaf && each.cropEstimate]
      for (const other of others) expect(pick(other)).toEqual(pick(first))
    }
  })

  test('do not depend on the order of the views', () => {
    const size = card.embeddingSize
    for (const photo of photos.slice(0, 10)) {
      const reversed = Float32Array.from([3, 2, 1, 0].flatMap(i => [...photo.subarray(i * size, (i + 1) * size)]))
      const [a, b] = [answer(photo, null), answer(reversed, null)]
      expect(b.leafProbability).toBeCloseTo(a.leafProbability, 10)
      expect(b.isLeaf && b.band).toBe(a.isLeaf && a.band)
    }
  })

  test('of one view are those of the mean embedding of a training photo', () => {
    const [image] = images
    if (image === undefined) throw new Error('no validation photo')
    expect(classifyEmbedding(image.embedding, head, card)).toEqual(answer(Float32Array.from(image.embedding), null))
  })
})

describe('the answer for a plant', () => {
  const leaves = photos.filter(photo => answer(photo, null).isLeaf)
  const plants = Array.from({ length: 10 }, (_, i) => leaves.slice(i * 4, i * 4 + 4))
  const combine = (plant: Float32Array[], crop: StatedCrop) => {
    const diagnoses = plant.map(photo => answer(photo, crop)).map(each => ({ ...each, affectedArea: null }))
    return combinePlantPhotos(diagnoses, card, crop)?.finding
  }

  test('does not depend on the order of the photos, to the last digit', () => {
    for (const plant of plants)
      for (const crop of statedCrops) expect(combine([...plant].reverse(), crop)).toEqual(combine(plant, crop))
  })

  test('keeps the stated crop and is never confident about another one', () => {
    for (const plant of plants) {
      for (const crop of supportedCrops) {
        const finding = combine(plant, crop)
        expect(finding?.crop).toBe(crop)
        expect(!finding?.disease || diseasesByCrop.get(crop)?.includes(finding.disease)).toBe(true)
      }
      expect(combine(plant, 'other')).toMatchObject({ band: 'unfamiliar', verdict: 'uncertain' })
    }
  })
})
