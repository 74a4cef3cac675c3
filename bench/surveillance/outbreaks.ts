// Plants outbreaks in the weekly counts of simulated districts and measures how many each method finds, how late, and how
// often it raises a false alarm. An outbreak of factor 1 is none: the share "found" there is what chance finds in six weeks. The
// seed is fixed, so a run can be repeated. Longer baselines are compared at their own threshold, and at one with the false alarms of
// seven weeks, as Tokars et al. (2009) compare at a constant alert rate.
import {
  computeEars,
  defaultEarsOptions,
  type EarsOptions,
  earsThresholds,
  firstEarsWeek,
  sum,
  type WeeklyCount,
} from '../../server/src/features/surveillance/outbreak-detection/ears.ts'
import { readIntegerOption } from '../support/measure.ts'
import { createRandom } from '../support/random.ts'
import { drawWeek, formatRate, outbreakWeeks, Tally } from './simulated-weeks.ts'

const districts = readIntegerOption('districts', 2000)
/** Percent by which the share of farmers who report the disease follows a season, too. */
const shareSeason = readIntegerOption('share-season', 0, 0) / 100
const longestBaseline = 28
const start = firstEarsWeek + longestBaseline - defaultEarsOptions.baselineWeeks
const weeks = 52 + start

/** An alarm is a score above the threshold. */
type Method = { name: string; score: (series: readonly WeeklyCount[], t: number) => number; threshold: number }
function ears(name: string, statistic: 'c2' | 'c3', changes: Partial<EarsOptions> = {}): Method {
  const options = { ...defaultEarsOptions, ...changes }
  const score: Method['score'] = (series, t) => {
    const result = computeEars(series, t, options)
    return result && result.c2 > 1 && (series[t]?.reports ?? 0) >= options.minReports ? result[statistic] : 0
  }
  return { name, score, threshold: earsThresholds[statistic] }
}
const threshold = (min: number): Method => ({
  name: `threshold of ${min}`,
  score: (series, t) => series[t]?.reports ?? 0,
  threshold: min - 1,
})
const statistics = ['c2', 'c3'] as const
const methods: Method[] = [
  ...statistics.map(each => ears(`${each} with denominator`, each)),
  ...statistics.map(each => ears(`${each} of plain counts`, each, { isRate: false })),
  threshold(5),
  threshold(10),
]
const longer = [14, longestBaseline].flatMap(baselineWeeks =>
  statistics.map((each, like) => ({ like, ...ears(`${each} of ${baselineWeeks} weeks`, each, { baselineWeeks }) })),
)

type District = { series: WeeklyCount[]; outbreak: number }

function simulate(seed: number, { farmers, factor }: { farmers: number; factor: number }): District {
  const random = createRandom(seed)
  // The first numbers of neighboring seeds resemble each other.
  for (let i = 0; i < 20; i++) random()
  const phase = random() * 52
  const outbreak = start + Math.floor(random() * (52 - outbreakWeeks))
  const trainingDay = Math.floor(random() * 26)
  const series = Array.from({ length: weeks }, (_, week) =>
    drawWeek(week, { farmers, phase, trainingDay, shareSeason }, { factor, since: week - outbreak }, random),
  )
  return { series, outbreak }
}

function measure({ score, threshold }: Method, simulated: readonly District[]): Tally {
  const tally = new Tally()
  for (const { series, outbreak } of simulated)
    tally.add(
      Array.from({ length: outbreakWeeks }, (_, i) => score(series, outbreak + i)).findIndex(each => each > threshold),
    )
  return tally
}

/** Returns a count of the false alarms of all districts by threshold; consecutive weeks are one. */
function countFalseAlarms({ score }: Method, quiet: readonly District[]): (threshold: number) => number {
  const scores = quiet.map(({ series }) => Array.from({ length: 53 }, (_, i) => score(series, start - 1 + i)))
  return threshold =>
    sum(scores.map(each => each.filter((now, i) => i > 0 && now > threshold && (each[i - 1] ?? 0) <= threshold).length))
}

const factors = [1, 2, 3, 5, 8]
for (const farmers of [10, 30, 100]) {
  console.log(`\n${farmers} photographing farmers a week, ${districts} districts; share found and mean delay in days`)
  console.log(
    `${'method'.padEnd(30)}${factors.map(factor => `x${factor}`.padEnd(13)).join('')}false alarms of a disease, by district and year (95 %)`,
  )
  const outbreaks = factors.map(factor =>
    Array.from({ length: districts }, (_, i) => simulate(1_000_000 * factor + i, { farmers, factor })),
  )
  const quiet = outbreaks[0] ?? []
  const print = (method: Method): number => {
    const cells = outbreaks.map(simulated => String(measure(method, simulated)))
    const falseAlarms = countFalseAlarms(method, quiet)(method.threshold)
    console.log(`${method.name.padEnd(30)}${cells.join('')}${formatRate(falseAlarms, districts)}`)
    return falseAlarms
  }
  const falseAlarms = methods.map(print)
  for (const { like, ...method } of longer) {
    print(method)
    const count = countFalseAlarms(method, quiet)
    let threshold = 1
    while (count(threshold) > (falseAlarms[like] ?? 0)) threshold += 0.05
    print({ ...method, threshold, name: `${method.name} above ${threshold.toFixed(2)}` })
  }
}
