import {
  type DiseaseCard,
  type Language,
  type Localized,
  type SectionName,
  say,
  sectionOrder,
  type UrgencyLevel,
  visibleLines,
} from './card.ts'
import { type SourceKey, sources } from './sources.ts'
import { sprayLinesFor } from './spray.ts'

export const sectionTitles: Record<SectionName, Localized> = {
  whatYouSee: say('What you see', 'Unachoona', 'Ky’olaba'),
  lookAlikes: say('Is it this or a look-alike?', 'Ni huu au unaofanana nao?', 'Bwe buno oba obubufaanana?'),
  doToday: say('Do today', 'Fanya leo', 'Kola leero'),
  restOfSeason: say('Rest of the season', 'Msimu uliobaki', 'Sizoni esigaddeyo'),
  nextSeason: say('Next season', 'Msimu ujao', 'Sizoni ejja'),
  sprayOnlyIf: say('Spray only if', 'Pulizia dawa tu ikiwa', 'Fuuyira eddagala singa'),
}

export interface ArticleLine {
  text: string
  sources: SourceKey[]
}

export interface Article {
  id: string
  title: string
  latinName: string | null
  message: ArticleLine
  explanation: ArticleLine
  urgency: { usual: UrgencyLevel; rules: { level: UrgencyLevel; when: string }[] }
  sections: { name: SectionName; title: string; lines: ArticleLine[] }[]
  /** Every source that a shown line names, with its citation. */
  sources: { key: SourceKey; citation: string }[]
  reviewedOn: string
}

/** A card as the article page shows it: one language, the reader's law applied, unconfirmed lines left out. */
export function articleOf(card: DiseaseCard, language: Language, country: string | null): Article {
  const shown = sectionOrder.map(name => ({
    name,
    title: sectionTitles[name][language],
    lines: name === 'sprayOnlyIf' ? sprayLinesFor(card, country) : visibleLines(card.sections[name]),
  }))
  const inLanguage = ({ text, sources: keys }: { text: Localized; sources: SourceKey[] }): ArticleLine => ({
    text: text[language],
    sources: keys,
  })
  const lines = [card.message, card.explanation, ...shown.flatMap(section => section.lines)]
  const named = [...lines, ...card.urgency.rules].flatMap(each => each.sources)
  return {
    id: card.id,
    title: card.title[language],
    latinName: card.latinName,
    message: inLanguage(card.message),
    explanation: inLanguage(card.explanation),
    urgency: {
      usual: card.urgency.usual,
      rules: card.urgency.rules.map(rule => ({ level: rule.level, when: rule.when[language] })),
    },
    sections: shown.map(section => ({ ...section, lines: section.lines.map(inLanguage) })),
    sources: [...new Set(named)].map(key => ({ key, citation: sources[key] })),
    reviewedOn: card.reviewedOn,
  }
}
