import type { RustClass } from '@kutu/contract/common'
import type { Tone } from '../../../ui/feedback/Badge.tsx'

/** The three classes in display order. */
export const rustClasses: readonly RustClass[] = ['common_rust', 'healthy', 'other_disease']

export const classTones = {
  common_rust: 'rust',
  healthy: 'leaf',
  other_disease: 'blue',
} as const satisfies Record<RustClass, Tone>
