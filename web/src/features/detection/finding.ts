import { findCard } from '@kutu/advice/all-cards'
import type { DiseaseCard } from '@kutu/advice/card'
import type { Analysis } from '@kutu/contract/detection'
import { useText } from '../../text/use-text.ts'

/** The card behind an answer: the first of its resources. */
export function cardOf(analysis: Analysis): DiseaseCard | undefined {
  return findCard(analysis.educational_resources[0]?.id ?? '')
}

/** What to call a finding in the reader's language: the fine disease where the answer has one we know, else the class. */
export function useFindingName(): (analysis: Analysis) => string {
  const { t, language } = useText()
  return analysis => {
    const card = cardOf(analysis)
    const isNamed = analysis.disease !== null && card?.diseases.includes(analysis.disease)
    return card && isNamed ? card.title[language] : t(`class.${analysis.rust_class}`)
  }
}
