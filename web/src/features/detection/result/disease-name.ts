import { findCard } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** The card behind an answer: the first of its resources. */
export function findDiseaseCard(analysis: Analysis): DiseaseCard | undefined {
  return findCard(analysis.educational_resources[0]?.id ?? '')
}

/** What to call a finding in the reader's language: the fine disease where the answer has one we know, else the class. */
export function useDiseaseName(): (analysis: Analysis) => string {
  const { t, language } = useTranslation()
  return analysis => {
    const card = findDiseaseCard(analysis)
    const isDiseaseOfCard = analysis.disease !== null && card?.diseases.includes(analysis.disease)
    return card && isDiseaseOfCard ? card.title[language] : t(`class.${analysis.rust_class}`)
  }
}
