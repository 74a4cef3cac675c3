import { Leaf, type LucideIcon, Square, Triangle } from 'lucide-react'
import type { MessageKey } from '../../i18n/catalogs.ts'

export type DiseaseClass = 'common_rust' | 'healthy' | 'other_disease'
type ClassAppearance = {
  name: DiseaseClass
  labelKey: Extract<MessageKey, `dashboard.monthly_${string}`>
  Shape: LucideIcon
  iconClass: string
  /** The CSS variable of the color, and a pattern drawn over it: color alone must not tell the classes apart. */
  colorVariable: string
  pattern: 'stripes' | 'plain' | 'dots'
}

/** The three classes with their color, shape and pattern. */
export const diseaseClasses: readonly ClassAppearance[] = [
  {
    name: 'common_rust',
    labelKey: 'dashboard.monthly_rust',
    Shape: Triangle,
    iconClass: 'text-rust fill-current',
    colorVariable: '--color-rust',
    pattern: 'stripes',
  },
  {
    name: 'healthy',
    labelKey: 'dashboard.monthly_healthy',
    Shape: Leaf,
    iconClass: 'text-leaf fill-current',
    colorVariable: '--color-leaf',
    pattern: 'plain',
  },
  {
    name: 'other_disease',
    labelKey: 'dashboard.monthly_other',
    Shape: Square,
    iconClass: 'text-blue fill-current',
    colorVariable: '--color-blue',
    pattern: 'dots',
  },
]

export type Outcomes = Record<DiseaseClass, number>
export const sumOutcomes = (outcomes: Outcomes): number =>
  outcomes.common_rust + outcomes.healthy + outcomes.other_disease
