// Plants outbreaks in the weekly counts of simulated districts and measures how many each method finds, how late, and how
// often it raises a false alarm. An outbreak of factor 1 is none: the share "found" there is what chance finds in six weeks. The
// seed is fixed, so a run can be repeated.
//
// A district has a number of farmers who photograph the crop, which changes with the season; every half year a training day
// doubles the photos of three weeks. A share of the farmers reports the disease in every week. An outbreak multiplies this
// share, rising over three weeks and staying for three more.
import {
  computeEars,
  defaultEarsOptions,
  type EarsOptions,
  firstEarsWeek,
  type WeeklyCount,
} from '../../server/src/features/surveillance/detection/ears.ts'
import { drawBinomial, drawPoisson } from '../support/draws.ts'
import { readIntegerOption } from '../support/load.ts'
import { formatRate } from '../support/poisson-interval.ts'
import { createRandom } from '../support/random.ts'

const districts = readIntegerOption('districts', 2000)
const weeks = 52 + firstEarsWeek
const outbreakWeeks = 6
const baseShare = 0.06

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
  const series = Array.from({ length: weeks }, (_, week) => {
    const season = 1 + 0.5 * Math.sin((2 * Math.PI * (week + phase)) / 52)
    const campaign = (week + trainingDay) % 26 < 3 ? 2 : 1
    const photographed = drawPoisson(farmers * season * campaign, random)
    const since = week - start
    const rise = since < 0 || since >= outbreakWeeks ? 0 : Math.min(1, (since + 1) / 3)
    const share = Math.min(0.95, baseShare * (1 + (factor - 1) * rise))
    return { reports: drawBinomial(photographed, share, random), photographed }
  })
  return { series, start }
}

function measure({ isAlarm }: Method, simulated: readonly District[]) {
  let found = 0
  let delayWeeks = 0
  for (const { series, start } of simulated) {
    const delay = Array.from({ length: outbreakWeeks }, (_, i) => i).find(i => isAlarm(series, start + i))
    if (delay === undefined) continue
    found++
    delayWeeks += delay
  }
  return { share: found / simulated.length, days: found === 0 ? Number.NaN : (delayWeeks / found) * 7 }
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
    const cells = outbreaks.map(simulated => {
      const { share, days } = measure(method, simulated)
      return `${(100 * share).toFixed(0)} %, ${Number.isNaN(days) ? '-' : days.toFixed(1)}`.padEnd(13)
    })
    console.log(`${method.name.padEnd(22)}${cells.join('')}${formatRate(countFalseAlarms(method, quiet), districts)}`)
  }
}
