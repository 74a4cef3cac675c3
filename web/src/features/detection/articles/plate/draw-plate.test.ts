import { findCard } from '@kutu/advice/cards/all-cards'
import { describe, expect, it } from 'vitest'
import { drawSymptom, leafShapes } from './draw-plate.ts'
import { symptoms } from './symptoms.ts'

describe.each(Object.entries(symptoms))('the plate of %s', (id, symptom) => {
  const crop = findCard(id)?.crop
  if (!crop) throw new Error(`No card of a crop has the id ${id}`)
  const leaf = leafShapes[crop]

  it('has most of its marks, all between the edges of the leaf', () => {
    for (const { path } of drawSymptom(leaf, symptom)) {
      const starts = [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
      expect(starts.length).toBeGreaterThanOrEqual(symptom.count * 0.8)
      for (const [x, y] of starts) expect(Math.abs(y - 75)).toBeLessThanOrEqual(leaf.halfWidthAt(x))
    }
  })

  it('looks the same every time', () => {
    expect(drawSymptom(leaf, symptom)).toEqual(drawSymptom(leaf, symptom))
  })
})
