import type { CropType } from '@kutu/contract/common'
import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { Tone } from '../../ui/feedback/Badge.tsx'

/** In the order of the specification. */
export const labels = ['common_rust', 'healthy', 'other_disease'] as const satisfies readonly TrainingLabel[]
const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]

export const labelTones: Record<TrainingLabel, Tone> = { common_rust: 'rust', healthy: 'leaf', other_disease: 'blue' }

export type CropChoice = CropType | 'none'

/** A choice of crop as it is sent: nothing where it was left open. */
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
