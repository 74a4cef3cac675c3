import type { CropType } from '@kutu/contract/common'
import type { TrainingLabel } from '@kutu/contract/training-images'
import { useText } from '../../text/use-text.ts'
import type { Tone } from '../../ui/Badge.tsx'

/** In the order of the specification. */
export const labels = ['common_rust', 'healthy', 'other_disease'] as const satisfies readonly TrainingLabel[]
const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]

export const labelTones: Record<TrainingLabel, Tone> = { common_rust: 'rust', healthy: 'leaf', other_disease: 'blue' }

export type CropChoice = CropType | 'none'

/** A choice of crop as it is sent: nothing where it was left open. */
export const cropOf = (choice: CropChoice): CropType | undefined => (choice === 'none' ? undefined : choice)

export function useChoices() {
  const { t } = useText()
  return {
    labelOptions: labels.map(value => ({ value, label: t(`class.${value}`) })),
    cropOptions: [
      { value: 'none' as const, label: t('teaching.no_crop') },
      ...crops.map(value => ({ value, label: t(`crop.${value}`) })),
    ],
  }
}
