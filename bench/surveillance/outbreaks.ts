// Plants outbreaks in the weekly counts of simulated districts and measures how many each method finds, how late, and how
// often it raises a false alarm. An outbreak of factor 1 is none: the share "found" there is what chance finds in six weeks. The
// seed is fixed, so a run can be repeated.
import {
  computeEars,
  defaultEarsOptions,
  type EarsOptions,
  firstEarsWeek,
  type WeeklyCount,
} from '../../server/src/features/surveillance/outbreak-detection/ears.ts'
import { readIntegerOption } from '../support/measure.ts'
import { createRandom } from '../support/random.ts'
import { drawWeek, formatRate, outbreakWeeks, Tally } from './simulated-weeks.ts'

const districts = readIntegerOption('districts', 2000)
const weeks = 52 + firstEarsWeek

type Method = { name: string; isAlarm: (series: readonly WeeklyCount[], t: number) => boolean }
const ears = (statistic: 'C2' | 'C3', options: EarsOptions) => (series: readonly WeeklyCount[], t: number) => {
  const result = computeEars(series, t, options)
  return result !== null && (statistic === 'C2' ? result.isC2Alarm : result.isC3Alarm)
}
const counts = { ...defaultEarsOptions, isRate: false }
const threshold = (min: number) => (series: readonly WeeklyCount[], t: number) => (series[t]?.reports ?? 0) >= min
const methods: Method[] = [
  { name: 'C2 with denominator', isAlarm: ears('C2', defaultEarsOptions) },
  { name: 'C3 with denominator', isAlarm: ears('C3', defaultEarsOptions) },
  { name: 'C2 of plain counts', isAlarm: ears('C2', counts) },
  { name: 'C3 of plain counts', isAlarm: ears('C3', counts) },
  { name: 'threshold of 5', isAlarm: threshold(5) },
  { name: 'threshold of 10', isAlarm: threshold(10) },
]

type District = { series: WeeklyCount[]; start: number }

function simulate(seed: number, { farmers, factor }: { farmers: number; factor: number }): District {
  const random = createRandom(seed)
  // The first numbers of neighboring seeds resemble each other.
  for (let i = 0; i < 20; i++) random()
  const phase = random() * 52
  const start = firstEarsWeek + Math.floor(random() * (52 - outbreakWeeks))
  const trainingDay = Math.floor(random() * 26)
  const series = Array.from({ length: weeks }, (_, week) =>
    drawWeek(week, { farmers, phase, trainingDay }, { factor, since: week - start }, random),
  )
  return { series, start }
}

function measure({ isAlarm }: Method, simulated: readonly District[]): Tally {
  const tally = new Tally()
  for (const { series, start } of simulated)
    tally.add(Array.from({ length: outbreakWeeks }, (_, i) => start + i).findIndex(t => isAlarm(series, t)))
  return tally
}

/** Returns the false alarms of all districts; consecutive weeks are one. */
function countFalseAlarms({ isAlarm }: Method, quiet: readonly District[]): number {
  let alarms = 0
  for (const { series } of quiet)
    for (let t = firstEarsWeek; t < weeks; t++) if (isAlarm(series, t) && !isAlarm(series, t - 1)) alarms++
  return alarms
}

const factors = [1, 2, 3, 5, 8]
for (const farmers of [10, 30, 100]) {
  console.log(`\n${farmers} photographing farmers a week, ${districts} districts; share found and mean delay in days`)
  console.log(
    `${'method'.padEnd(22)}${factors.map(factor => `x${factor}`.padEnd(13)).join('')}false alarms of a disease, by district and year (95 %)`,
  )
  const outbreaks = factors.map(factor =>
    Array.from({ length: districts }, (_, i) => simulate(1_000_000 * factor + i, { farmers, factor })),
  )
  const quiet = outbreaks[0] ?? []
  for (const method of methods) {
    const cells = outbreaks.map(simulated => String(measure(method, simulated)))
    console.log(`${method.name.padEnd(22)}${cells.join('')}${formatRate(countFalseAlarms(method, quiet), districts)}`)
  }
}
