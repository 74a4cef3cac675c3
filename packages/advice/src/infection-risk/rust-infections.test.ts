import { describe, expect, it } from 'vitest'
import { allCards, findDiseaseCard } from '../cards/all-cards.ts'
import { requiredWetness } from './infection-model.ts'
import { findRustInfection, rustInfections } from './rust-infections.ts'

const hoursAt = (crop: string, disease: string, t: number): number => {
  const rust = findRustInfection(crop, disease)
  if (!rust) throw new Error(`no numbers for ${disease} of ${crop}`)
  return requiredWetness(t, rust.parameters)
}

describe('the requirements of the rusts', () => {
  it('are in order, and every source of theirs is on the card of the disease', () => {
    for (const { crop, diseases, parameters, sources } of rustInfections) {
      const { tmin, topt, tmax, wmin, wmax } = parameters
      expect([tmin, topt, tmax].toSorted((a, b) => a - b)).toEqual([tmin, topt, tmax])
      expect(wmax).toBeGreaterThan(wmin)
      for (const disease of diseases)
        expect(findDiseaseCard(crop, disease)?.weather?.sources, disease).toEqual(['P1', 'P2', ...sources])
    }
  })

  it('exist for exactly the diseases whose card names the weather', () => {
    const named = allCards.filter(card => card.weather).map(card => card.id)
    expect(named.toSorted()).toEqual(
      rustInfections.map(({ crop, diseases: [name = ''] }) => findDiseaseCard(crop, name)?.id).toSorted(),
    )
    expect(findRustInfection('wheat', 'rust')).toBeUndefined()
    expect(findRustInfection('maize', 'gray_leaf_spot')).toBeUndefined()
  })

  it('agree with observations that did not set them', () => {
    // Stubbs et al. 1986: 12 hours at 10 °C.
    expect(hoursAt('wheat', 'leaf_rust', 10)).toBeCloseTo(11, 0)
    // Wójtowicz 2007: 4 hours were too few at 15 °C, and 10 were enough.
    expect(hoursAt('wheat', 'leaf_rust', 15)).toBeGreaterThan(4)
    expect(hoursAt('wheat', 'leaf_rust', 15)).toBeLessThan(10)
    // El Jarroudi et al. 2017: 4 to 16 °C suits stripe rust.
    expect(hoursAt('wheat', 'stripe_rust', 16)).toBeLessThan(8)
    // Tollenaar & Houston 1967: a mean of 22.3 °C kills stripe rust.
    expect(hoursAt('wheat', 'stripe_rust', 22.3)).toBe(Number.POSITIVE_INFINITY)
    // Silva, Rios & Silva 2001: 16 hours of wetness at 22 °C infect beans.
    expect(hoursAt('beans', 'rust', 22)).toBeLessThan(16)
  })
})
