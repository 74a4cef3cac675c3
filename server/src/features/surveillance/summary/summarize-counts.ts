import type { WeeklySummary } from '@kutu/contract/summaries'
import type { District } from '@kutu/places/districts'
import type { DiseaseTable } from '../weekly/read-weeks.ts'
import { type PublishedCounts, withoutFigures } from '../weekly/suppress-small-cells.ts'

type Column = WeeklySummary['crops'][number]['week']
type DiseaseSummary = WeeklySummary['diseases'][number]
type Rise = WeeklySummary['rises'][number]
type Crop = DiseaseSummary['crop']

const cropOrder = ['maize', 'beans', 'wheat', 'rice'] as const satisfies readonly Crop[]
const maxRises = 10

/** The tables of a week and of the one before. */
export type TwoWeeks = { week: readonly DiseaseTable[]; previous: readonly DiseaseTable[] }

/**
 * Returns the figures of a summary. They are totals and counts of published tables, or sums of shown counts, so that they reveal
 * no hidden one.
 */
export function summarizeCounts(
  { week, previous }: TwoWeeks,
  places: readonly District[],
): Pick<WeeklySummary, 'districts' | 'crops' | 'diseases' | 'rises'> {
  const pairs = cropOrder.flatMap(crop => pairTables(crop, week, previous))
  const isShown = ({ code }: District) => week.some(({ rows }) => hasFigure(rows.get(code)))
  return {
    districts: { total: places.length, shown: places.filter(isShown).length },
    crops: pairs
      .filter(({ disease }) => disease === '')
      .map(pair => ({
        crop: pair.crop,
        week: readColumn(pair.week, 'photographed'),
        previous_week: readColumn(pair.previous, 'photographed'),
      }))
      .filter(({ week, previous_week }) => week.shown > 0 || previous_week.shown > 0),
    diseases: pairs.flatMap(summarizeDisease).sort(compareDiseases),
    rises: pairs
      .flatMap(pair => places.flatMap(place => findRise(pair, place)))
      .sort((a, b) => b.by - a.by || a.rise.district.localeCompare(b.rise.district))
      .slice(0, maxRises)
      .map(({ rise }) => rise),
  }
}

type Pair = { crop: Crop; disease: string; week: DiseaseTable | undefined; previous: DiseaseTable | undefined }

function pairTables(crop: Crop, week: readonly DiseaseTable[], previous: readonly DiseaseTable[]): Pair[] {
  const own = (tables: readonly DiseaseTable[]) => tables.filter(table => table.crop === crop)
  const names = new Set([...own(week), ...own(previous)].map(({ disease }) => disease))
  return [...names].map(disease => ({
    crop,
    disease,
    week: own(week).find(table => table.disease === disease),
    previous: own(previous).find(table => table.disease === disease),
  }))
}

function readColumn(
  table: DiseaseTable | undefined,
  name: 'confirmed' | 'confident' | 'likely' | 'photographed',
): Column {
  const shown = sum([...(table?.rows.values() ?? [])].map(row => row[name] ?? 0))
  return { total: table?.totals[name] ?? null, shown }
}

function summarizeDisease({ crop, disease, week, previous }: Pair): DiseaseSummary[] {
  if (disease === '') return []
  const read = (table: DiseaseTable | undefined): DiseaseSummary['week'] => ({
    confirmed: readColumn(table, 'confirmed'),
    confident: readColumn(table, 'confident'),
    likely: readColumn(table, 'likely'),
    all: { min: table?.totals.reports[0] ?? 0, max: table?.totals.reports[1] ?? 0 },
  })
  const summary = { crop, disease, week: read(week), previous_week: read(previous) }
  return summary.week.all.min > 0 || summary.previous_week.all.min > 0 ? [summary] : []
}

/** By crop, and then by the reports that are shown. */
const compareDiseases = (a: DiseaseSummary, b: DiseaseSummary): number =>
  cropOrder.indexOf(a.crop) - cropOrder.indexOf(b.crop) || countDisease(b) - countDisease(a)
const countDisease = ({ week }: DiseaseSummary): number => week.all.min

function findRise({ crop, disease, week, previous }: Pair, { code, name }: District): { rise: Rise; by: number }[] {
  const row = week?.rows.get(code) ?? withoutFigures
  const before = previous?.rows.get(code) ?? withoutFigures
  const [[reports, reports_max], [previous_reports, previous_reports_max]] = [row.reports, before.reports]
  const by = reports - previous_reports_max
  if (by <= 0) return []
  const [photographed_min, photographed_max] = row.photographedInterval
  const [previous_photographed_min, previous_photographed_max] = before.photographedInterval
  const rise = {
    district: code,
    district_name: name,
    crop,
    disease,
    reports,
    reports_max,
    previous_reports,
    previous_reports_max,
    photographed: row.photographed,
    photographed_min,
    photographed_max,
    previous_photographed: before.photographed,
    previous_photographed_min,
    previous_photographed_max,
  }
  return [{ rise, by }]
}

const hasFigure = (row: PublishedCounts | undefined): boolean =>
  row !== undefined && (row.reports[0] > 0 || row.photographedInterval[0] > 0)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
