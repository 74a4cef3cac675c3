import type { CropType } from '@kutu/contract/common'
import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { Tone } from '../../ui/feedback/Badge.tsx'

/** In the specification's order. */
export const labels = ['common_rust', 'healthy', 'other_disease'] as const satisfies readonly TrainingLabel[]
const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]

export const labelTones: Record<TrainingLabel, Tone> = { common_rust: 'rust', healthy: 'leaf', other_disease: 'blue' }

export type CropChoice = CropType | 'none'

/** Returns the crop to submit, or undefined when none is selected. */
export const toCropType = (choice: CropChoice): CropType | undefined => (choice === 'none' ? undefined : choice)

export function useLabelOptions() {
  const { t } = useTranslation()
  return {
    labelOptions: labels.map(value => ({ value, label: t(`class.${value}`) })),
    cropOptions: [
      { value: 'none' as const, label: t('teaching.no_crop') },
      ...crops.map(value => ({ value, label: t(`crop.${value}`) })),
    ],
  }
}
