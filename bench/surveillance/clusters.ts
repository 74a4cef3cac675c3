// Plants outbreaks in one or several neighboring districts of Uganda, or of Burundi with `--burundi`, and compares the scan over districts with EARS in each
// district: share of outbreaks found, delay, and false alarms of the country in a year, for one disease. The seeds are fixed.
//
// Districts differ in size, season and training days, as in outbreaks.ts. An outbreak multiplies the share of farmers who report
// the disease, rising over three weeks and staying for three more. An outbreak of factor 1 is none: what is "found" there, chance
// finds in six weeks. A rise of the whole country is none of a place. Zones and options are those of the job, which leaves clusters of one district to EARS.
import { scanIntervalFactor } from '../../packages/contract/src/shared-limits.ts'
import { distanceKm } from '../../packages/places/src/distance.ts'
import { districts } from '../../packages/places/src/districts.ts'
import { wilsonInterval } from '../../packages/vision/src/metrics/metrics.ts'
import {
  computeEarsInCountry,
  firstEarsWeek,
  isAlarm,
  type WeeklyCount,
} from '../../server/src/features/surveillance/outbreak-detection/ears.ts'
import {
  defaultScanOptions,
  scanForClusters,
  scanWeeks,
} from '../../server/src/features/surveillance/outbreak-detection/scan-statistic.ts'
import { createSeededRandom } from '../../server/src/features/surveillance/outbreak-detection/seeded-random.ts'
import { listRestOfCountry, listZones } from '../../server/src/features/surveillance/warnings/find-clusters.ts'
import { defaultRecurrenceWeeks } from '../../server/src/features/surveillance/warnings/warning-outcomes.ts'
import { readIntegerOption } from '../support/measure.ts'
import { drawWeek, formatRate, outbreakWeeks, Tally } from './simulated-weeks.ts'

const runs = readIntegerOption('runs', 100)
/** More than the outbreaks, because false alarms are rare, and a quiet week needs few draws. */
const quietRuns = readIntegerOption('quiet-runs', 5 * runs)
/** Weeks in which chance may raise one alarm of EARS in the country, and in four times as many one of the scan; 0 for any number. */
const recurrenceWeeks = readIntegerOption('recurrence', defaultRecurrenceWeeks, 0)
const start = firstEarsWeek + 1
const affectedSizes = [1, 4, 8]
const ofCountry = process.argv.includes('--burundi') ? 'BI' : 'UG'
const places = districts.filter(({ country }) => country === ofCountry)
/** Indices in `places`: districts of other countries have no data, so the zones at the border are smaller. */
const zones = listZones(districts.map(({ country }) => country === ofCountry)).flatMap((zone, center) =>
  districts[center]?.country === ofCountry ? [zone.map(i => places.indexOf(districts[i] ?? never()))] : [],
)
const rest = places.map(place =>
  listRestOfCountry(districts.indexOf(place)).map(i => places.indexOf(districts[i] ?? never())),
)
function never(): never {
  throw new Error('There is no such district')
}

type Scenario = { farmers: number; factor: number; affected: number }
/** The districts of an alarm. */
type Alarm = readonly number[]
/** Returns the alarms of week t. */
type Method = (series: readonly WeeklyCount[][], t: number, random: () => number) => Promise<Alarm[]> | Alarm[]

function isEarsAlarm(series: readonly WeeklyCount[][], i: number, t: number): boolean {
  const others = (rest[i] ?? []).map(j => series[j] ?? [])
  const result = computeEarsInCountry(series[i] ?? [], others, t)
  return result !== null && isAlarm(result) && result.pValue * places.length * recurrenceWeeks <= 1
}
const ears: Method = (series, t) => series.flatMap((_, i) => (isEarsAlarm(series, i, t) ? [[i]] : []))
const scan: Method = async (series, t, random) => {
  const recent = series.map(weeks => weeks.slice(t + 1 - scanWeeks, t + 1))
  const clusters = await scanForClusters(recent, zones, [[...places.keys()]], { ...defaultScanOptions, random })
  return clusters.flatMap(({ districts: members, pValue }) =>
    members.length > 1 && pValue * scanIntervalFactor * recurrenceWeeks <= 1 ? [members] : [],
  )
}
const methods = Object.entries({ EARS: ears, scan })

function simulate(seed: string, { farmers, factor, affected }: Scenario) {
  const random = createSeededRandom(seed)
  const center = Math.floor(random() * places.length)
  const hit = listHit(center, affected)
  const series = places.map((_, i) => {
    // Log-normal sizes: most districts are below the mean, a few have several times as many farmers.
    const size = farmers * Math.exp(0.7 * (random() + random() + random() - 1.5))
    const [phase, trainingDay] = [random() * 52, Math.floor(random() * 26)]
    return Array.from({ length: start + outbreakWeeks }, (_, week) =>
      drawWeek(
        week,
        { farmers: size, phase, trainingDay },
        { factor, since: hit.has(i) ? week - start : undefined },
        random,
      ),
    )
  })
  return { series, center, hit, random }
}

/** Returns the districts nearest to a center. They need not be one of the zones. */
function listHit(center: number, affected: number): Set<number> {
  const from = places[center] ?? never()
  const byDistance = places.map((place, i) => ({ i, km: distanceKm(from, place) })).sort((a, b) => a.km - b.km)
  return new Set(byDistance.slice(0, affected).map(({ i }) => i))
}
const touches = (alarms: readonly Alarm[], hit: ReadonlySet<number>): boolean =>
  alarms.some(alarm => alarm.some(i => hit.has(i)))

async function measureOutbreaks(method: Method, scenario: Scenario): Promise<Tally> {
  const tally = new Tally()
  for (let run = 0; run < runs; run++) {
    const { series, hit, random } = simulate(`outbreak ${run}`, scenario)
    let firstWeek = -1
    for (let week = 0; week < outbreakWeeks && firstWeek < 0; week++)
      if (touches(await method(series, start + week, random), hit)) firstWeek = week
    tally.add(firstWeek)
  }
  return tally
}

/**
 * Counts the alarms of a country in which all districts rise by a factor, 1 for no rise, and what of them falls by chance into the
 * districts of an outbreak that is none.
 */
async function measureCountry(method: Method, farmers: number, factor: number) {
  let [alarms, runsWithSeveral] = [0, 0]
  const byChance = affectedSizes.map(() => new Tally())
  for (let run = 0; run < quietRuns; run++) {
    const { series, center, random } = simulate(`quiet ${run}`, { farmers, factor, affected: places.length })
    let previous = await method(series, start - 1, random)
    const weeks: Alarm[][] = []
    const before = alarms
    for (let week = 0; week < outbreakWeeks; week++) {
      const current = await method(series, start + week, random)
      const known = new Set(previous.flat())
      // An alarm that shares a district with one of the week before is the same.
      alarms += current.filter(alarm => !touches([alarm], known)).length
      weeks.push(current)
      previous = current
    }
    for (const [at, tally] of byChance.entries()) {
      const hit = listHit(center, affectedSizes[at] ?? 0)
      tally.add(weeks.findIndex(each => touches(each, hit)))
    }
    if (alarms - before > 1) runsWithSeveral++
  }
  const several = `more than one in ${runsWithSeveral} of ${quietRuns}`
  return {
    byChance,
    falseAlarms: formatRate(alarms, (quietRuns * outbreakWeeks) / 52),
    ofRise: `${formatRate(alarms, quietRuns)}, ${several}`,
  }
}

/** Returns how many accounts make a district an alarm in week t, each with a sick leaf in each of the last weeks, or hide one with healthy leaves. */
function countAccounts(
  { series, center }: Pick<ReturnType<typeof simulate>, 'series' | 'center'>,
  t: number,
  { weeks, isSick }: { weeks: number; isSick: boolean },
): number {
  for (let accounts = 0; ; accounts++) {
    const own = series[center]?.map(({ reports, photographed }, week) => {
      const added = week > t - weeks && week <= t ? accounts : 0
      return { reports: reports + (isSick ? added : 0), photographed: photographed + added }
    })
    if (isEarsAlarm(series.with(center, own ?? never()), center, t) === isSick) return accounts
  }
}

/**
 * Prints how many false reports are an alarm of EARS in a quiet district, sent in one week or in each of three. An account that is
 * younger than two weeks is none, accounts with the same photo are one, and one that moves is one (close-weeks.test.ts).
 */
function printAttack(farmers: number, weeks: number): void {
  const needed = Array.from({ length: quietRuns }, (_, run) =>
    countAccounts(simulate(`quiet ${run}`, { farmers, factor: 1, affected: places.length }), start, {
      weeks,
      isSick: true,
    }),
  )
  for (const accounts of [1, 5, 7, 10, 14]) {
    const interval = wilsonInterval(needed.filter(each => each <= accounts).length, quietRuns)
    const [share, low, high] = [interval.share, interval.low, interval.high].map(each => (100 * each).toFixed(0))
    console.log(
      `${accounts} false reports in each of ${weeks} weeks are an alarm (95 %): ${share} % (${low} to ${high})`,
    )
  }
}

/** Prints how many accounts with a healthy leaf each hide an outbreak in one district in the week in which EARS finds it. */
function printHiding(farmers: number, factor: number): void {
  const needed = Array.from({ length: runs }, (_, run) => simulate(`outbreak ${run}`, { farmers, factor, affected: 1 }))
    .flatMap(district => {
      const weeks = Array.from({ length: outbreakWeeks }, (_, i) => start + i)
      const found = weeks.find(t => isEarsAlarm(district.series, district.center, t))
      return found === undefined ? [] : countAccounts(district, found, { weeks: 1, isSick: false })
    })
    .sort((a, b) => a - b)
  const [low, median, high] = [0.25, 0.5, 0.75].map(share => needed[Math.floor(share * needed.length)])
  console.log(
    `healthy photos that hide ${needed.length} outbreaks x${factor}: median ${median}, quartiles ${low} and ${high}`,
  )
}

for (const farmers of [10, 30]) {
  const factors = [2, 3, 5]
  console.log(
    `\n${farmers} photographing farmers a week and district, ${places.length} districts; ${runs} outbreaks a cell, ` +
      `${quietRuns * outbreakWeeks} quiet weeks`,
  )
  const quiet = new Map<string, Awaited<ReturnType<typeof measureCountry>>>()
  for (const [name, method] of methods) quiet.set(name, await measureCountry(method, farmers, 1))
  for (const [name, { falseAlarms }] of quiet)
    console.log(`false alarms of the country in a year, for a disease (95 %): ${name} ${falseAlarms}`)
  for (const [name, method] of methods) {
    const { ofRise } = await measureCountry(method, farmers, 2)
    console.log(`alarms of six weeks in which the share doubles in the whole country (95 %): ${name} ${ofRise}`)
  }
  for (const weeks of [1, 3]) printAttack(farmers, weeks)
  for (const factor of factors) printHiding(farmers, factor)
  console.log(
    `${'districts'.padEnd(12)}${'method'.padEnd(8)}${[1, ...factors].map(factor => `x${factor}`.padEnd(13)).join('')}`,
  )
  for (const [at, affected] of affectedSizes.entries())
    for (const [name, method] of methods) {
      const cells = [String(quiet.get(name)?.byChance[at])]
      for (const factor of factors) cells.push(String(await measureOutbreaks(method, { farmers, factor, affected })))
      console.log(`${String(affected).padEnd(12)}${name.padEnd(8)}${cells.join('')}`)
    }
}
