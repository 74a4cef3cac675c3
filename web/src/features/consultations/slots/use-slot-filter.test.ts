import { describe, expect, it } from 'vitest'
import { emptySlotFilter, parseSlotFilter, serializeSlotFilter } from './use-slot-filter.ts'

const parse = (query: string) => parseSlotFilter(new URLSearchParams(query))

describe('the slot filter', () => {
  it('is parsed from the URL that a diagnosis links to', () => {
    expect(parse('crop=MAIZE')).toEqual({ ...emptySlotFilter, crop: 'MAIZE' })
    expect(parse('expertise=Rust&language=Luganda&date=2026-11-24&show=free')).toEqual({
      crop: null,
      expertise: 'Rust',
      language: 'Luganda',
      district: '',
      date: '2026-11-24',
      isFreeOnly: true,
    })
  })

  it('ignores invalid values', () => {
    expect(parse('crop=BANANA&date=tomorrow&show=all&district=everywhere')).toEqual(emptySlotFilter)
    expect(parse('date=2026-99-99')).toEqual(emptySlotFilter)
  })

  it('is serialized to the same URL', () => {
    const query = 'crop=BEANS&expertise=Bean+rust&language=Kiswahili&district=UG-mbale&date=2026-12-01&show=free'
    expect(new URLSearchParams(serializeSlotFilter(parse(query))).toString()).toBe(query)
    expect(serializeSlotFilter(emptySlotFilter)).toEqual({})
  })
})
