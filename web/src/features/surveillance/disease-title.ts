import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { Language } from '@kutu/contract/common'

type Subject = { crop: string; disease: string }

/** Returns the title of the disease, as its card has it. */
export const getDiseaseTitle = ({ crop, disease }: Subject, language: Language): string =>
  findDiseaseCard(crop, disease)?.title[language] ?? disease
