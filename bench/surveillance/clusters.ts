// Plants outbreaks in one or several neighboring districts of Uganda and compares the scan over districts with EARS in each
// district: share of outbreaks found, delay, and false alarms of the country in a year. The seeds are fixed.
//
// Districts differ in size, season and training days, as in outbreaks.ts. An outbreak multiplies the share of farmers who report
// the disease, rising over three weeks and staying for three more.
import { distanceKm } from '../../packages/places/src/distance.ts'
import { districts } from '../../packages/places/src/districts.ts'
import { computeEars, firstEarsWeek, type WeeklyCount } from '../../server/src/features/surveillance/detection/ears.ts'
import {
  defaultScanOptions,
  scanForClusters,
  scanWeeks,
} from '../../server/src/features/surveillance/detection/scan-statistic.ts'
import { createSeededRandom } from '../../server/src/features/surveillance/detection/seeded-random.ts'
import { drawBinomial, drawPoisson } from '../support/draws.ts'
import { readIntegerOption } from '../support/load.ts'

const runs = readIntegerOption('runs', 100)
const baseShare = 0.06
const outbreakWeeks = 6
const places = districts.filter(({ country }) => country === 'UG')
const zones = places.map(center =>
  places
    .map((place, i) => ({ i, km: distanceKm(center, place) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, 9)
    .map(({ i }) => i),
)

type Scenario = { farmers: number; factor: number; affected: number }
/** The method raises an alarm in these districts in week t. */
type Method = (series: readonly WeeklyCount[][], t: number, random: () => number) => Promise<number[]> | number[]

const ears: Method = (series, t) =>
  series.flatMap((weeks, i) => {
    const result = computeEars(weeks, t)
    return result && (result.isC2Alarm || result.isC3Alarm) ? [i] : []
  })
const scan: Method = async (series, t, random) => {
  const recent = series.map(weeks => weeks.slice(t + 1 - scanWeeks, t + 1))
  const clusters = await scanForClusters(recent, zones, { ...defaultScanOptions, random })
  // One alarm for each cluster: it becomes one warning.
  return clusters.flatMap(cluster => cluster.districts[0] ?? [])
}

function simulate(seed: string, { farmers, factor, affected }: Scenario) {
  const random = createSeededRandom(seed)
  const hit = new Set(zones[Math.floor(random() * places.length)]?.slice(0, affected))
  const start = firstEarsWeek + 1
  const series = places.map((_, i) => {
    // Log-normal sizes: most districts are below the mean, a few have several times as many farmers.
    const size = farmers * Math.exp(0.7 * (random() + random() + random() - 1.5))
    const [phase, trainingDay] = [random() * 52, Math.floor(random() * 26)]
    return Array.from({ length: start + outbreakWeeks }, (_, week): WeeklyCount => {
      const season = 1 + 0.5 * Math.sin((2 * Math.PI * (week + phase)) / 52)
      const campaign = (week + trainingDay) % 26 < 3 ? 2 : 1
      const photographed = drawPoisson(size * season * campaign, random)
      const rise = hit.has(i) && week >= start ? Math.min(1, (week - start + 1) / 3) : 0
      const share = Math.min(0.95, baseShare * (1 + (factor - 1) * rise))
      return { reports: drawBinomial(photographed, share, random), photographed }
    })
  })
  return { series, start, hit, random }
}

async function measureOutbreaks(method: Method, scenario: Scenario): Promise<string> {
  let found = 0
  let delayWeeks = 0
  for (let run = 0; run < runs; run++) {
    const { series, start, hit, random } = simulate(`outbreak ${run}`, scenario)
    for (let week = 0; week < outbreakWeeks; week++) {
      if (!(await method(series, start + week, random)).some(i => hit.has(i))) continue
      found++
      delayWeeks += week
      break
    }
  }
  const days = found === 0 ? '-' : ((7 * delayWeeks) / found).toFixed(0)
  return `${((100 * found) / runs).toFixed(0)} %, ${days} d`.padEnd(13)
}

/** Alarms of a country in a year without an outbreak. */
async function countFalseAlarms(method: Method, farmers: number): Promise<string> {
  let alarms = 0
  let weeks = 0
  for (let run = 0; run < runs; run++) {
    const { series, start, random } = simulate(`quiet ${run}`, { farmers, factor: 1, affected: 0 })
    for (let week = 0; week < outbreakWeeks; week++, weeks++)
      alarms += (await method(series, start + week, random)).length
  }
  return ((52 * alarms) / weeks).toFixed(1)
}

for (const farmers of [10, 30]) {
  const factors = [2, 3, 5]
  console.log(
    `\n${farmers} photographing farmers a week and district, ${places.length} districts, ${runs} outbreaks a cell`,
  )
  console.log(
    `${'districts'.padEnd(12)}${'method'.padEnd(8)}${factors.map(factor => `x${factor}`.padEnd(13)).join('')}`,
  )
  for (const affected of [1, 4, 8])
    for (const [name, method] of Object.entries({ EARS: ears, scan })) {
      const cells: string[] = []
      for (const factor of factors) cells.push(await measureOutbreaks(method, { farmers, factor, affected }))
      console.log(`${String(affected).padEnd(12)}${name.padEnd(8)}${cells.join('')}`)
    }
  for (const [name, method] of Object.entries({ EARS: ears, scan }))
    console.log(`false alarms of the country in a year: ${name} ${await countFalseAlarms(method, farmers)}`)
}
