import { describe, expect, it } from 'vitest'
import { filterIn, noFilter, paramsOf } from './use-slot-filter.ts'

const asked = (query: string) => filterIn(new URLSearchParams(query))

describe('the filter of the slots', () => {
  it('is read from the address, as a diagnosis wrote it', () => {
    expect(asked('crop=MAIZE')).toEqual({ ...noFilter, crop: 'MAIZE' })
    expect(asked('expertise=Rust&language=Luganda&date=2026-11-24&show=free')).toEqual({
      crop: null,
      expertise: 'Rust',
      language: 'Luganda',
      date: '2026-11-24',
      isFreeOnly: true,
    })
  })

  it('leaves out what it cannot read', () => {
    expect(asked('crop=BANANA&date=tomorrow&show=all')).toEqual(noFilter)
    expect(asked('date=2026-99-99')).toEqual(noFilter)
  })

  it('goes back into the address as it came', () => {
    const query = 'crop=BEANS&expertise=Bean+rust&language=Kiswahili&date=2026-12-01&show=free'
    expect(new URLSearchParams(paramsOf(asked(query))).toString()).toBe(query)
    expect(paramsOf(noFilter)).toEqual({})
  })
})
