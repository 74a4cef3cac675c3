import { expect, test } from 'vitest'
import type { FineClass } from '../../inference/classes.ts'
import { computeClassActivationMaps } from './class-activation.ts'

const createClass = (productClass: FineClass['productClass']) => ({ productClass }) as FineClass

test.each([1, 2, 3, 4])('the map of a class contains its logits, with %d classes', classCount => {
  const productClasses = ['common_rust', 'healthy', 'other_disease', 'not_leaf'] as const
  const embeddingSize = 6
  const area = 4
  const weights = Float32Array.from({ length: classCount * embeddingSize }, (_, i) => Math.fround(Math.sin(i + 1)))
  const biases = Float32Array.from({ length: classCount }, (_, i) => i / 2)
  const features = Float32Array.from({ length: embeddingSize * area }, (_, i) => Math.fround(Math.cos(i)))
  const maps = computeClassActivationMaps(
    features,
    { classCount, embeddingSize, weights, biases },
    {
      featureSize: { width: 2, height: 2 },
      classes: productClasses.slice(0, classCount).map(createClass),
    },
  )
  for (let row = 0; row < classCount; row++) {
    const map = maps[productClasses[row] ?? 'unlabelled']
    for (let i = 0; i < area; i++) {
      let logit = biases[row] ?? 0
      for (let channel = 0; channel < embeddingSize; channel++)
        logit += (weights[row * embeddingSize + channel] ?? 0) * (features[channel * area + i] ?? 0)
      // Log-sum-exp with the constant logit of an empty class.
      expect(map[i]).toBeCloseTo(Math.log(Math.exp(logit) + Math.exp(-20)), 5)
    }
  }
})
