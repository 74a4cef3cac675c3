import { describe, expect, test } from 'vitest'
import { distanceKm } from './distance.ts'
import { type CountryCode, countryCodes, districts, getDistrict } from './districts.ts'
import { findDistrictInText, searchDistricts } from './find-district.ts'
import { listNeighbors } from './neighbors.ts'

/** South, north, west and east of each country, rounded outwards to half a degree. */
const boxes: Record<CountryCode, readonly [number, number, number, number]> = {
  UG: [-1.5, 4.5, 29.5, 35.5],
  KE: [-5, 5.5, 33.5, 42],
  TZ: [-12, -0.5, 29, 40.5],
  RW: [-3, -1, 28.5, 31],
  BI: [-4.5, -2, 28.5, 31],
  ET: [3, 15, 32.5, 48],
}

describe('the gazetteer', () => {
  test('every country has as many districts as its source says', () => {
    const counts = countryCodes.map(country => [country, districts.filter(each => each.country === country).length])
    expect(Object.fromEntries(counts)).toEqual({ UG: 136, KE: 47, TZ: 31, RW: 30, BI: 18, ET: 59 })
  })

  test('codes are unique and have the form that the database stores', () => {
    expect(new Set(districts.map(({ code }) => code)).size).toBe(districts.length)
    for (const { code } of districts) expect(code).toMatch(/^[A-Z]{2}-[a-z]+(?:-[a-z]+)*$/)
    expect(getDistrict('KE-muranga')?.name).toBe("Murang'a")
    expect(getDistrict('UG-nowhere')).toBeUndefined()
  })

  test('every point lies in the box of its country, with two decimals', () => {
    for (const { code, country, latitude, longitude } of districts) {
      const [south, north, west, east] = boxes[country]
      expect(latitude >= south && latitude <= north && longitude >= west && longitude <= east, code).toBe(true)
      expect([latitude, longitude].map(degrees => Number(degrees.toFixed(2)))).toEqual([latitude, longitude])
    }
  })

  test('no two districts share a point', () => {
    const points = districts.map(({ latitude, longitude }) => `${latitude} ${longitude}`)
    expect(points.filter((point, index) => points.indexOf(point) !== index)).toEqual([])
  })
})

describe('neighbors', () => {
  test('are symmetric, never the district itself, and every district has one', () => {
    for (const { code } of districts) {
      const neighbors = listNeighbors(code)
      expect(neighbors.length, code).toBeGreaterThan(0)
      expect(neighbors).not.toContain(code)
      for (const neighbor of neighbors) expect(listNeighbors(neighbor), `${code} ${neighbor}`).toContain(code)
    }
  })

  test('contain districts with a common border, also across countries', () => {
    expect(listNeighbors('KE-nakuru')).toContain('KE-nyandarua')
    expect(listNeighbors('UG-busia')).toContain('KE-busia')
    expect(listNeighbors('TZ-shinyanga')).toContain('TZ-mwanza')
    expect(listNeighbors('KE-nakuru')).not.toContain('KE-mombasa')
  })

  test('do not reach over the equator because of a wrong sign', () => {
    expect(listNeighbors('UG-buhweju')).toContain('UG-bushenyi')
    expect(listNeighbors('UG-buhweju')).not.toContain('UG-bunyangabu')
  })

  test('an unknown code is an error', () => {
    expect(() => listNeighbors('UG-nowhere')).toThrow('There is no district UG-nowhere')
  })
})

test('distances are those of the globe', () => {
  const degree = distanceKm({ latitude: 0, longitude: 30 }, { latitude: 0, longitude: 31 })
  expect(degree).toBeCloseTo(111.19, 1)
})

describe('a district in a text', () => {
  test('is found between other words, in any case', () => {
    expect(findDistrictInText('Bungokho village, MBALE district')?.code).toBe('UG-mbale')
    expect(findDistrictInText('Murang’a')?.code).toBe('KE-muranga')
    expect(findDistrictInText('near Bujumbura Rural')?.code).toBe('BI-bujumbura-rural')
  })

  test('of two countries is decided by the country in the text, then by that of the person', () => {
    expect(findDistrictInText('Busia')).toBeUndefined()
    expect(findDistrictInText('Busia', 'KE')?.code).toBe('KE-busia')
    expect(findDistrictInText('Busia, Uganda', 'KE')?.code).toBe('UG-busia')
  })

  test('is not guessed from part of a word or from several names', () => {
    expect(findDistrictInText('Mbaleni farm')).toBeUndefined()
    expect(findDistrictInText('between Mbale and Tororo')).toBeUndefined()
    expect(findDistrictInText('')).toBeUndefined()
  })
})

test('a search lists names that start with the text before those that contain it', () => {
  const names = searchDistricts('bu', { country: 'UG', max: 60 }).map(({ name }) => name)
  expect(names[0]).toBe('Budaka')
  expect(names.indexOf('Kibuku')).toBeGreaterThan(names.indexOf('Buyende'))
  expect(searchDistricts('', { max: 5 })).toHaveLength(5)
})
