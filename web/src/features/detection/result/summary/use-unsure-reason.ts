import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { rustClasses } from '../../classes/rust-classes.ts'

/** Two classes are close when the second has at least this share of the probability. */
const minCloseProbability = 0.25

/** Returns the sentence that says why there is no answer: the first reason that applies. */
export function useUnsureReason({ quality: [warning], probabilities }: Analysis): string {
  const { t } = useTranslation()
  if (warning !== undefined) return t(`unsure.why.${warning}`)
  const closeClasses = rustClasses.filter(name => probabilities[name] >= minCloseProbability)
  return t(closeClasses.length > 1 ? 'unsure.why.two_alike' : 'unsure.why.unclear')
}
