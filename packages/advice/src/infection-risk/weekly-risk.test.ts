import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRustInfection } from './rust-infections.ts'
import { computeWeeklyRisk, type DayOfWeather, type HourlyWeather, isLeafWet, riskLevels } from './weekly-risk.ts'

const dry: HourlyWeather = { temperature: 20, humidity: 60, rain: 0 }
const wet: HourlyWeather = { temperature: 20, humidity: 95, rain: 0 }
const unknown: HourlyWeather = { temperature: null, humidity: null, rain: null }

/** A day of dry hours, with others from one hour to before another. */
const day = (hour: HourlyWeather = dry, from = 0, to = 24): HourlyWeather[] =>
  Array.from({ length: 24 }, (_, i) => (i >= from && i < to ? hour : dry))
const dryWeek: HourlyWeather[][] = Array.from({ length: 7 }, () => day())
const weekWith = (...days: DayOfWeather[]): DayOfWeather[] => [...days, ...dryWeek].slice(0, 7)

const leafRust = findRustInfection('wheat', 'leaf_rust')
if (!leafRust) throw new Error('leaf rust of wheat has no numbers')
const { parameters } = leafRust
const riskOf = (week: readonly DayOfWeather[], before: DayOfWeather = day()) =>
  computeWeeklyRisk(parameters, { week, before })

describe('leaf wetness', () => {
  it('comes with humid air or rain', () => {
    expect(isLeafWet({ temperature: 20, humidity: 90, rain: 0 })).toBe(true)
    expect(isLeafWet({ temperature: 20, humidity: 40, rain: 0.1 })).toBe(true)
    expect(isLeafWet({ temperature: 20, humidity: 89.9, rain: 0 })).toBe(false)
  })

  it('is unknown only if the missing value could decide it', () => {
    expect(isLeafWet({ temperature: 20, humidity: null, rain: 1 })).toBe(true)
    expect(isLeafWet({ temperature: 20, humidity: 95, rain: null })).toBe(true)
    expect(isLeafWet({ temperature: 20, humidity: 40, rain: null })).toBeNull()
    expect(isLeafWet({ temperature: 20, humidity: null, rain: 0 })).toBeNull()
  })
})

describe('the risk of a week', () => {
  it('counts days on which leaves were wet for six hours at the best temperature', () => {
    expect(riskOf(weekWith(day(wet, 0, 5)))).toEqual({ level: 'low', days: 0 })
    expect(riskOf(weekWith(day(wet, 0, 6)))).toEqual({ level: 'low', days: 1 })
    const suitable = day(wet, 0, 6)
    expect(riskOf(weekWith(suitable, suitable))).toEqual({ level: 'medium', days: 2 })
    expect(riskOf(weekWith(suitable, suitable, suitable, suitable))).toEqual({ level: 'high', days: 4 })
  })

  it('follows a wet night into the next day, also from the day before the week', () => {
    expect(riskOf(weekWith(day(wet, 21), day(wet, 0, 3)))).toEqual({ level: 'low', days: 1 })
    expect(riskOf(weekWith(day(wet, 0, 3)), day(wet, 21))).toEqual({ level: 'low', days: 1 })
    expect(riskOf(weekWith(day(wet, 0, 3)), day(wet, 22))).toEqual({ level: 'low', days: 0 })
  })

  it('begins again after a dry hour', () => {
    const interrupted = day(wet, 0, 11).with(5, dry)
    expect(riskOf(weekWith(interrupted)).days).toBe(0)
  })

  it('is low in a wet week that is too cold or too hot', () => {
    for (const temperature of [parameters.tmin, parameters.tmax])
      expect(riskOf(Array.from({ length: 7 }, () => day({ ...wet, temperature })))).toEqual({ level: 'low', days: 0 })
  })

  it('is known in spite of missing hours that cannot change the level, and unknown otherwise', () => {
    expect(riskOf(weekWith(day(unknown)))).toEqual({ level: 'low', days: 0 })
    expect(riskOf(weekWith(day(wet, 0, 6), day(unknown)))).toEqual({ level: 'unknown', days: null })
    expect(riskOf(weekWith(undefined, undefined))).toEqual({ level: 'unknown', days: null })
    // Too few hours for an infection, even if they were wet.
    expect(riskOf(weekWith(day(wet, 0, 6), day(unknown, 0, 5)))).toEqual({ level: 'low', days: 1 })
    const rainy = day(wet)
    expect(riskOf([rainy, rainy, rainy, rainy, undefined, undefined, undefined])).toEqual({ level: 'high', days: 4 })
  })

  const hour = fc.record({
    temperature: fc.option(fc.double({ min: -5, max: 40, noNaN: true })),
    humidity: fc.option(fc.integer({ min: 0, max: 100 })),
    rain: fc.option(fc.constantFrom(0, 0, 0, 0.1, 2)),
  })
  const knownHour = fc.record({
    temperature: fc.double({ min: -5, max: 40, noNaN: true }),
    humidity: fc.constantFrom(50, 95),
    rain: fc.constant(0),
  })
  const hours = (each: fc.Arbitrary<HourlyWeather>) => fc.array(each, { minLength: 192, maxLength: 192 })
  const riskOfHours = (all: readonly HourlyWeather[]) => {
    const [before, ...week] = Array.from({ length: 8 }, (_, i) => all.slice(i * 24, i * 24 + 24))
    return riskOf(week, before)
  }

  it('never falls if a dry hour becomes wet', () => {
    fc.assert(
      fc.property(hours(knownHour), fc.integer({ min: 0, max: 191 }), (all, i) => {
        const wetter = all.map((each, j) => (j === i ? { ...each, humidity: 95 } : each))
        expect(riskOfHours(wetter).days).toBeGreaterThanOrEqual(riskOfHours(all).days ?? 0)
      }),
    )
  })

  it('has a level, and days between 0 and 7 unless it is unknown', () => {
    fc.assert(
      fc.property(hours(hour), all => {
        const { level, days } = riskOfHours(all)
        expect(riskLevels).toContain(level)
        expect(days === null).toBe(level === 'unknown')
        if (days !== null) expect(days >= 0 && days <= 7).toBe(true)
      }),
    )
  })

  it('that is known stays the same whatever the missing hours were', () => {
    const values = fc.tuple(hours(hour), hours(knownHour))
    fc.assert(
      fc.property(values, ([all, filler]) => {
        const { level } = riskOfHours(all)
        const filled = all.map((each, i) => ({
          temperature: each.temperature ?? filler[i]?.temperature ?? 0,
          humidity: each.humidity ?? filler[i]?.humidity ?? 0,
          rain: each.rain ?? 0,
        }))
        if (level !== 'unknown') expect(riskOfHours(filled).level).toBe(level)
      }),
    )
  })
})
