import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  estimateWmax,
  type InfectionParameters,
  requiredWetness,
  temperatureResponse,
  wetHourProgress,
} from './infection-model.ts'
import { rustInfections } from './rust-infections.ts'

/** Rows of table 2 of the paper. */
const venturia: InfectionParameters = { tmin: 1, topt: 20, tmax: 35, wmin: 6, wmax: 40.5 }
const plasmopara: InfectionParameters = { tmin: 1, topt: 20, tmax: 30, wmin: 2, wmax: 14 }

describe('the infection model of Magarey et al.', () => {
  it('agrees with values computed by hand from its equations', () => {
    // (25/15) · (9/19)^(19/15) and 6 divided by it
    expect(temperatureResponse(10, venturia)).toBeCloseTo(0.64685, 4)
    expect(requiredWetness(10, venturia)).toBeCloseTo(9.276, 2)
    // (20/10) · (9/19)^(19/10) and 2 divided by it
    expect(temperatureResponse(10, plasmopara)).toBeCloseTo(0.48357, 4)
    expect(requiredWetness(10, plasmopara)).toBeCloseTo(4.136, 2)
    expect(estimateWmax(6)).toBeCloseTo(21.8, 10)
  })

  it('needs Wmin hours at the best temperature, and never more than Wmax', () => {
    expect(requiredWetness(20, venturia)).toBe(6)
    expect(requiredWetness(1.01, venturia)).toBe(40.5)
    expect(requiredWetness(34.99, venturia)).toBe(40.5)
  })

  it('lets nothing infect at the cardinal temperatures and beyond', () => {
    for (const t of [-10, 1, 35, 50]) {
      expect(temperatureResponse(t, venturia)).toBe(0)
      expect(requiredWetness(t, venturia)).toBe(Number.POSITIVE_INFINITY)
      expect(wetHourProgress(t, venturia)).toBe(0)
    }
  })

  it('stays between 0 and 1, rises up to the best temperature and falls after it, for every rust', () => {
    const temperature = fc.double({ min: -20, max: 50, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...rustInfections), temperature, temperature, ({ parameters }, a, b) => {
        const [cool, warm] = [Math.min(a, b), Math.max(a, b)]
        const [f, g] = [temperatureResponse(cool, parameters), temperatureResponse(warm, parameters)]
        expect(f).toBeGreaterThanOrEqual(0)
        expect(f).toBeLessThanOrEqual(1 + 1e-12)
        if (warm <= parameters.topt) expect(g).toBeGreaterThanOrEqual(f - 1e-12)
        if (cool >= parameters.topt) expect(g).toBeLessThanOrEqual(f + 1e-12)
      }),
    )
  })
})
