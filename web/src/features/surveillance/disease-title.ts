import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { Language } from '@kutu/contract/common'

type Subject = { crop: string; disease: string }

export const findDiseaseCardOf = ({ crop, disease }: Subject) => findDiseaseCard(crop, disease)

/** Returns the title of the disease, as its card has it. */
export const getDiseaseTitle = (subject: Subject, language: Language): string =>
  findDiseaseCardOf(subject)?.title[language] ?? subject.disease
