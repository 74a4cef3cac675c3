import { allCards } from '@kutu/advice/cards/all-cards'
import type { Crop, DiseaseCard } from '@kutu/advice/disease-card'
import { type CountryCode, countryCodes, getDistrict } from '@kutu/places/districts'

export const crops = ['maize', 'beans', 'wheat', 'rice'] as const satisfies readonly Crop[]

/** Subject of the map: a disease of a crop in a country, in one week. */
export type MapSubject = {
  country: CountryCode
  crop: Crop
  disease: string
  /** The Monday of the week; undefined for the last one that has ended. */
  week: string | undefined
}

/** A disease as the reports name it, with the card that gives its name. */
export type MapDisease = { disease: string; card: DiseaseCard }

/** Returns the diseases of a crop that have a card. A card with several names is listed under the first. */
export const listDiseases = (crop: Crop): MapDisease[] =>
  allCards.flatMap(card => {
    const [disease] = card.crop === crop && card.productClass !== 'healthy' ? card.diseases : []
    return disease === undefined ? [] : [{ disease, card }]
  })

/** Reads the subject from the address. What is missing or unknown there is replaced by the first choice. */
export function parseSubject(params: URLSearchParams): MapSubject {
  const crop = crops.find(name => name === params.get('crop')) ?? 'maize'
  const diseases = listDiseases(crop).map(({ disease }) => disease)
  const week = params.get('week') ?? ''
  return {
    crop,
    country: countryCodes.find(code => code === params.get('country')) ?? 'UG',
    disease: diseases.find(name => name === params.get('disease')) ?? diseases[0] ?? '',
    week: /^\d{4}-\d{2}-\d{2}$/.test(week) && !Number.isNaN(Date.parse(week)) ? week : undefined,
  }
}

/** Returns the district of the address; undefined for the whole country, and for a district of another one. */
export function parseDistrict(params: URLSearchParams, country: CountryCode): string | undefined {
  const code = params.get('district') ?? ''
  return getDistrict(code)?.country === country ? code : undefined
}

/**
 * Returns the address with other choices. Everything else in it stays, so that all views of the counts share their filters;
 * with another country, the district goes.
 */
export function changeSubject(params: URLSearchParams, changes: Partial<MapSubject>): URLSearchParams {
  const entries = Object.entries({ ...parseSubject(params), ...changes })
  const changed = new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  for (const [name, value] of params)
    if (!entries.some(([own]) => own === name) && !(name === 'district' && changes.country)) changed.set(name, value)
  return changed
}

const weekMs = 7 * 86_400_000
const toTime = (monday: string): number => Date.parse(`${monday}T00:00:00Z`)

/** Moves a Monday, as `2026-11-16`, by a number of weeks. */
export const addWeeks = (monday: string, weeks: number): string =>
  new Date(toTime(monday) + weeks * weekMs).toISOString().slice(0, 10)

/** Returns the weeks from one Monday to another. */
export const countWeeks = (from: string, to: string): number => Math.round((toTime(to) - toTime(from)) / weekMs)
