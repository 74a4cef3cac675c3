import { findCard } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import { isConclusive } from '@kutu/contract/bands'
import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Returns the disease card of an analysis: its first educational resource. */
export function findDiseaseCard(analysis: Analysis): DiseaseCard | undefined {
  return findCard(analysis.educational_resources[0]?.id ?? '')
}

/**
 * Returns a function that names an analysis in the user's language: by disease where the card has it, else by class.
 */
export function useDiseaseName(): (analysis: Analysis) => string {
  const { t, language } = useTranslation()
  return analysis => {
    const card = findDiseaseCard(analysis)
    const isDiseaseOfCard = analysis.disease !== null && card?.diseases.includes(analysis.disease)
    return card && isDiseaseOfCard ? card.title[language] : t(`class.${analysis.rust_class}`)
  }
}

/** Returns a function that gives an analysis its headline: the disease, or that Kutu cannot tell yet. */
export function useAnswerTitle(): (analysis: Analysis) => string {
  const { t } = useTranslation()
  const getDiseaseName = useDiseaseName()
  return analysis => (isConclusive(analysis.band) ? getDiseaseName(analysis) : t('unsure.title'))
}
