import { describe, expect, it } from 'vitest'
import { emptySlotFilter, parseSlotFilter, serializeSlotFilter } from './use-slot-filter.ts'

const parse = (query: string) => parseSlotFilter(new URLSearchParams(query))

describe('the slot filter', () => {
  it('is parsed from the URL that a diagnosis links to', () => {
    expect(parse('crop=MAIZE')).toEqual({ ...emptySlotFilter, crop: 'MAIZE' })
    expect(parse('expertise=Rust&language=Luganda')).toEqual({
      crop: null,
      expertise: 'Rust',
      language: 'Luganda',
      district: '',
    })
  })

  it('ignores invalid values', () => {
    expect(parse('crop=BANANA&district=everywhere')).toEqual(emptySlotFilter)
  })

  it('is serialized to the same URL', () => {
    const query = 'crop=BEANS&expertise=Bean+rust&language=Kiswahili&district=UG-mbale'
    expect(new URLSearchParams(serializeSlotFilter(parse(query))).toString()).toBe(query)
    expect(serializeSlotFilter(emptySlotFilter)).toEqual({})
  })
})
