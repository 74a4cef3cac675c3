import type { DashboardStats } from '@kutu/contract/dashboard'
import { Diamond, Leaf, type LucideIcon, Square, Triangle } from 'lucide-react'
import type { MessageKey } from '../../i18n/catalogs.ts'
import type { FillPattern } from '../../ui/chart/chart-fill.ts'

/** A class of sure answers, or `unsure` for those of any class that were not. */
export type OutcomeClass = 'common_rust' | 'healthy' | 'other_disease' | 'unsure'
type ClassAppearance = {
  name: OutcomeClass
  labelKey: Extract<MessageKey, `class.${string}` | 'dashboard.monthly_unsure'>
  Shape: LucideIcon
  iconClass: string
  /** The CSS variable of the color, and a pattern drawn over it: color alone must not tell the classes apart. */
  colorVariable: string
  pattern: FillPattern
}

/** The classes with their color, shape and pattern. Unsure answers are only hatched: they are neither rust nor healthy. */
const outcomeClasses: readonly ClassAppearance[] = [
  {
    name: 'common_rust',
    labelKey: 'class.common_rust',
    Shape: Triangle,
    iconClass: 'text-rust fill-current',
    colorVariable: '--color-rust',
    pattern: 'stripes',
  },
  {
    name: 'healthy',
    labelKey: 'class.healthy',
    Shape: Leaf,
    iconClass: 'text-leaf fill-current',
    colorVariable: '--color-leaf',
    pattern: 'plain',
  },
  {
    name: 'other_disease',
    labelKey: 'class.other_disease',
    Shape: Square,
    iconClass: 'text-blue fill-current',
    colorVariable: '--color-blue',
    pattern: 'dots',
  },
  {
    name: 'unsure',
    labelKey: 'dashboard.monthly_unsure',
    Shape: Diamond,
    iconClass: 'text-amber fill-current',
    colorVariable: '--color-muted',
    pattern: 'hatching',
  },
]

export type Outcomes = Record<OutcomeClass, number>
export type MonthlyOutcomes = Outcomes & { month: string }
export const sumOutcomes = (outcomes: Outcomes): number =>
  outcomeClasses.reduce((sum, { name }) => sum + outcomes[name], 0)

type ClassCounts = Record<Exclude<OutcomeClass, 'unsure'>, number>

/** Counts unsure answers apart from the classes. */
export const countApart = (counts: ClassCounts, unsure: ClassCounts): Outcomes => ({
  common_rust: counts.common_rust - unsure.common_rust,
  healthy: counts.healthy - unsure.healthy,
  other_disease: counts.other_disease - unsure.other_disease,
  unsure: unsure.common_rust + unsure.healthy + unsure.other_disease,
})

/** Returns the caller's own answers. */
export const countOwnOutcomes = (stats: DashboardStats): Outcomes =>
  countApart(
    {
      common_rust: stats.imagesAnalyzedRust,
      healthy: stats.imagesAnalyzedHealthy,
      other_disease: stats.imagesAnalyzedOtherDiseases,
    },
    stats.imagesAnalyzedUnsure,
  )

export const hasUnsureAnswers = (counts: readonly Outcomes[]): boolean => counts.some(({ unsure }) => unsure > 0)

/** Returns the classes to show, with the unsure answers only where there are any. */
export const listClasses = (hasUnsure: boolean): readonly ClassAppearance[] =>
  outcomeClasses.filter(({ name }) => hasUnsure || name !== 'unsure')
