import { describe, expect, it } from 'vitest'
import { listCountries, searchCountries } from './countries.ts'

const countries = listCountries(['en'])
const findNames = (typed: string) => searchCountries(countries, typed).map(country => country.name)

describe('the country list', () => {
  it('lists Uganda and Kenya first and the others by name', () => {
    const names = countries.map(country => country.name)
    expect(names.slice(0, 2)).toEqual(['Uganda', 'Kenya'])
    expect(names.slice(2)).toEqual(names.slice(2).toSorted(new Intl.Collator('en').compare))
  })

  it('is complete for an empty search', () => expect(searchCountries(countries, ' ')).toHaveLength(countries.length))

  it.each([
    ['uga', 'Uganda'],
    ['KE', 'Kenya'],
    ['+255', 'Tanzania'],
    ['00250', 'Rwanda'],
    ['cote d', 'Côte d’Ivoire'],
  ])('finds a country by prefix, code and calling code: %s', (typed, name) => expect(findNames(typed)[0]).toBe(name))

  it.each([
    ['ugannda', 'Uganda'],
    ['keniya', 'Kenya'],
    ['tanzaniya', 'Tanzania'],
    ['ruanda', 'Rwanda'],
  ])('finds a misspelled name: %s', (typed, name) => expect(findNames(typed)[0]).toBe(name))

  it('does not match names of less than 75 % similarity', () => expect(findNames('uxyzda')).toEqual([]))

  it('names the countries in the reader’s language', () => {
    const germany = listCountries(['sw-KE', 'sw']).find(country => country.code === 'DE')
    expect(germany?.name).toBe('Ujerumani')
  })
})
