import { Leaf, type LucideIcon, Square, Triangle } from 'lucide-react'
import type { TextKey } from '../../text/catalogue.ts'

export type ClassName = 'common_rust' | 'healthy' | 'other_disease'
type ClassLook = {
  name: ClassName
  text: Extract<TextKey, `dashboard.monthly_${string}`>
  Shape: LucideIcon
  ink: string
  /** The colour's name in styles.css, and what is drawn over it: no class is told by colour alone. */
  colour: string
  pattern: 'stripes' | 'plain' | 'dots'
}

/** The three classes as the dashboard shows them: red, green and blue, each with a shape and a pattern of its own. */
export const classes: readonly ClassLook[] = [
  {
    name: 'common_rust',
    text: 'dashboard.monthly_rust',
    Shape: Triangle,
    ink: 'text-rust fill-current',
    colour: '--color-rust',
    pattern: 'stripes',
  },
  {
    name: 'healthy',
    text: 'dashboard.monthly_healthy',
    Shape: Leaf,
    ink: 'text-leaf fill-current',
    colour: '--color-leaf',
    pattern: 'plain',
  },
  {
    name: 'other_disease',
    text: 'dashboard.monthly_other',
    Shape: Square,
    ink: 'text-blue fill-current',
    colour: '--color-blue',
    pattern: 'dots',
  },
]

export type Outcomes = Record<ClassName, number>
export const sumOf = (outcomes: Outcomes): number => outcomes.common_rust + outcomes.healthy + outcomes.other_disease
