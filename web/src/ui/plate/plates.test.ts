// @vitest-environment happy-dom
import { allCards } from '@kutu/advice/cards/all-cards'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCatalogs, setLocale } from '../../i18n/i18n.ts'
import { drawSymptom } from './draw-symptom.ts'
import { leafShapes } from './leaf-shapes.ts'
import { PlateTriptych } from './PlateTriptych.tsx'
import { findPlateId, findPlateIds, isHealthyPlate, type PlateId, type Symptom, symptoms } from './symptoms.ts'

const plates = Object.entries(symptoms) as [PlateId, Symptom][]

beforeAll(async () => {
  await loadCatalogs('common', 'advice')
  await setLocale('en')
})

describe.each(plates)('the plate of %s', (plateId, symptom) => {
  const leaf = leafShapes[symptom.organ]

  it('has most of its marks, all between the edges of the leaf', () => {
    const { marks } = drawSymptom(leaf, symptom, 'late')
    for (const [index, { path }] of marks.entries()) {
      const starts = [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
      expect(starts.length).toBeGreaterThanOrEqual((symptom.marks[index]?.count ?? 0) * 0.8)
      for (const [x, y] of starts) expect(Math.abs(y - leaf.middleAt(x))).toBeLessThanOrEqual(leaf.halfWidthAt(x) + 0.1)
    }
  })

  it('shows less at the early stage, and nothing on a healthy leaf', () => {
    const getLength = (stage: 'early' | 'late') => {
      const { bands, marks } = drawSymptom(leaf, symptom, stage)
      return [marks.reduce((sum, { path }) => sum + path.length, 0), bands.length] as const
    }
    if (isHealthyPlate(plateId))
      expect([getLength('early'), getLength('late')]).toEqual([
        [0, 0],
        [0, 0],
      ])
    else if (symptom.marks.length > 0) expect(getLength('early')[0]).toBeLessThan(getLength('late')[0])
    else expect(getLength('early')[1]).toBeGreaterThan(0)
  })

  it('looks the same every time, and takes less than 15 KB with all its views', () => {
    const draw = () => renderToStaticMarkup(createElement(PlateTriptych, { plateId, label: plateId }))
    expect(draw()).toBe(draw())
    expect(draw().length).toBeLessThan(15_000)
  })
})

it.each(allCards.map(({ id }) => id))('the card %s has a plate', id => {
  expect(findPlateIds(id).length).toBeGreaterThan(0)
})

it('a card about several crops has the plate of the crop in question', () => {
  expect(findPlateId('healthy', 'rice')).toBe('rice-healthy')
  expect(findPlateId('rust', 'wheat')).toBe('wheat-leaf-rust')
  expect(findPlateId('rust', null)).toBe('beans-rust')
  expect(findPlateId('none', 'maize')).toBeUndefined()
})
