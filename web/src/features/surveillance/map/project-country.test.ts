import { countryCodes, districts } from '@kutu/places/districts'
import { describe, expect, it } from 'vitest'
import { projectCountry } from './project-country.ts'

describe.each(countryCodes)('the drawing of %s', country => {
  it('holds every district of the country', () => {
    const { width, height, toPoint, outline } = projectCountry(country)
    expect(outline.length).toBeGreaterThan(200)
    for (const district of districts.filter(each => each.country === country)) {
      const { x, y } = toPoint(district)
      expect(x > 0 && x < width && y > 0 && y < height, district.code).toBe(true)
    }
  })
})
