import {
  type DiseaseCard,
  getConfirmedLines,
  type Language,
  type Localized,
  localize,
  type SectionName,
  sectionOrder,
  type UrgencyLevel,
} from './disease-card.ts'
import { type SourceKey, sources } from './sources.ts'
import { buildSprayLines } from './spray-advice.ts'

export const sectionTitles: Record<SectionName, Localized> = {
  whatYouSee: localize('What you see', 'Unachoona', 'Ky’olaba'),
  lookAlikes: localize('Is it this or a look-alike?', 'Ni huu au unaofanana nao?', 'Bwe buno oba obubufaanana?'),
  doToday: localize('Do today', 'Fanya leo', 'Kola leero'),
  restOfSeason: localize('Rest of the season', 'Msimu uliobaki', 'Sizoni esigaddeyo'),
  nextSeason: localize('Next season', 'Msimu ujao', 'Sizoni ejja'),
  sprayOnlyIf: localize('Spray only if', 'Pulizia dawa tu ikiwa', 'Tofuuyira ddagala okuggyako nga'),
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
  weather: ArticleLine | null
  urgency: { usual: UrgencyLevel; rules: { level: UrgencyLevel; when: string }[] }
  sections: { name: SectionName; title: string; lines: ArticleLine[] }[]
  /** The sources of all lines in the article, with their citations. */
  sources: { key: SourceKey; citation: string }[]
  reviewedOn: string
}

/**
 * Returns a card as an article in one language. Unconfirmed lines are left out, and fungicide groups are named only where
 * they are registered in the reader's country.
 */
export function buildArticle(card: DiseaseCard, language: Language, country: string | null): Article {
  const shownSections = sectionOrder.map(name => ({
    name,
    title: sectionTitles[name][language],
    lines: name === 'sprayOnlyIf' ? buildSprayLines(card, country) : getConfirmedLines(card.sections[name]),
  }))
  const toArticleLine = ({ text, sources: sourceKeys }: { text: Localized; sources: SourceKey[] }): ArticleLine => ({
    text: text[language],
    sources: sourceKeys,
  })
  const weather = card.weather ? [card.weather] : []
  const lines = [card.message, card.explanation, ...weather, ...shownSections.flatMap(section => section.lines)]
  const citedSources = [...lines, ...card.urgency.rules].flatMap(each => each.sources)
  return {
    id: card.id,
    title: card.title[language],
    latinName: card.latinName,
    message: toArticleLine(card.message),
    explanation: toArticleLine(card.explanation),
    weather: card.weather ? toArticleLine(card.weather) : null,
    urgency: {
      usual: card.urgency.usual,
      rules: card.urgency.rules.map(rule => ({ level: rule.level, when: rule.when[language] })),
    },
    sections: shownSections.map(section => ({ ...section, lines: section.lines.map(toArticleLine) })),
    sources: [...new Set(citedSources)].map(key => ({ key, citation: sources[key] })),
    reviewedOn: card.reviewedOn,
  }
}
