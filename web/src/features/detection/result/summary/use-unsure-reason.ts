import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { rustClasses } from '../../classes/rust-classes.ts'

/** Two classes are close when the second has at least this share of the probability. */
const minCloseProbability = 0.25

/** Returns the sentence that says why there is no answer: the first reason that applies. */
export function useUnsureReason({ band, crop_type: statedCrop, quality, probabilities }: Analysis): string {
  const { t } = useTranslation()
  const [warning] = quality
  if (statedCrop === 'OTHER') return t('unsure.why.other_crop')
  if (warning !== undefined) return t(`unsure.why.${warning}`)
  if (band === 'unfamiliar') return t('unsure.why.unfamiliar')
  const closeClasses = rustClasses.filter(name => probabilities[name] >= minCloseProbability)
  return t(closeClasses.length > 1 ? 'unsure.why.two_alike' : 'unsure.why.unclear')
}
