import type { WeeklyCount } from '../../server/src/features/surveillance/outbreak-detection/ears.ts'

export const outbreakWeeks = 6
/** Share of farmers who report the disease in a normal week. */
const baseShare = 0.06

/** Draws from a Poisson distribution by multiplication (Knuth); slow for large means. */
function drawPoisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean)
  let k = 0
  for (let product = random(); product > limit; product *= random()) k++
  return k
}

/** `shareSeason` is the part of the share that follows the season, from 0 to 1. */
type SimulatedDistrict = { farmers: number; phase: number; trainingDay: number; shareSeason?: number }

/**
 * Draws a week of a district. The number of farmers who photograph the crop changes with the season; every half year a training day
 * doubles the photos of three weeks. An outbreak multiplies the share of farmers who report the disease by `factor`.
 * @param since weeks since the start of an outbreak, which rises over three weeks; negative or undefined without one
 */
export function drawWeek(
  week: number,
  { farmers, phase, trainingDay, shareSeason = 0 }: SimulatedDistrict,
  { factor, since = -1 }: { factor: number; since?: number | undefined },
  random: () => number,
): WeeklyCount {
  const season = Math.sin((2 * Math.PI * (week + phase)) / 52)
  const campaign = (week + trainingDay) % 26 < 3 ? 2 : 1
  const photographed = drawPoisson(farmers * (1 + 0.5 * season) * campaign, random)
  const rise = since < 0 || since >= outbreakWeeks ? 0 : Math.min(1, (since + 1) / 3)
  const share = Math.min(0.95, baseShare * (1 + shareSeason * season) * (1 + (factor - 1) * rise))
  return { reports: Array.from({ length: photographed }, random).filter(value => value < share).length, photographed }
}

/** Counts found outbreaks and the weeks until then. */
export class Tally {
  #found = 0
  #delayWeeks = 0
  #total = 0

  /** @param delay weeks until the outbreak was found; negative if it was not */
  add(delay: number): void {
    this.#total++
    if (delay < 0) return
    this.#found++
    this.#delayWeeks += delay
  }

  toString(): string {
    const share = `${((100 * this.#found) / this.#total).toFixed(0)} %`
    return (this.#found === 0 ? share : `${share}, ${((7 * this.#delayWeeks) / this.#found).toFixed(0)} d`).padEnd(13)
  }
}

/**
 * Formats events in some units of time as a rate with its 95 % interval: Byar's approximation of the exact interval of a Poisson mean
 * (Breslow & Day 1987, "Statistical Methods in Cancer Research II", p. 69).
 */
export function formatRate(count: number, units: number): string {
  const z = 1.96
  const bound = (k: number, sign: 1 | -1): number => k * (1 - 1 / (9 * k) + (sign * z) / (3 * Math.sqrt(k))) ** 3
  const [rate, low, high] = [count, count === 0 ? 0 : bound(count, -1), bound(count + 1, 1)].map(n => n / units)
  const format = (value = 0) => value.toFixed((rate ?? 0) < 20 ? 2 : 0)
  return `${format(rate)} (${format(low)} to ${format(high)})`
}
