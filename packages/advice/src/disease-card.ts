import type { SourceKey } from './sources.ts'

/** The Luganda texts of this package have not been reviewed by a native speaker yet. */
export const languages = ['en', 'sw', 'lg'] as const
export type Language = (typeof languages)[number]

export type Localized = Record<Language, string>
export type Crop = 'maize' | 'beans' | 'wheat' | 'rice'
export type ProductClass = 'common_rust' | 'healthy' | 'other_disease'
export type UrgencyLevel = 'low' | 'medium' | 'high'

export interface AdviceLine {
  text: Localized
  sources: SourceKey[]
  /** Without a source, or with one that is unsure: not shown until an expert confirms it. */
  needsConfirmation?: true
}

/** The sections in the order of the article. Cultural measures come before spraying. */
export const sectionOrder = [
  'whatYouSee',
  'lookAlikes',
  'doToday',
  'restOfSeason',
  'nextSeason',
  'sprayOnlyIf',
] as const
export type SectionName = (typeof sectionOrder)[number]

export interface UrgencyRule {
  level: UrgencyLevel
  when: Localized
  sources: SourceKey[]
}

export interface DiseaseCard {
  /** Slug of the article, `/learn/<id>`. Cards of a crop start with it: `maize-common-rust`. */
  id: string
  crop: Crop | null
  productClass: ProductClass
  /** Diseases of the model's fine classes that this card explains. */
  diseases: string[]
  title: Localized
  /** Null when no source names it, and on cards about several diseases. */
  latinName: string | null
  /** Says what it is, in one sentence or two. */
  message: AdviceLine
  /** Causes and effects. */
  explanation: AdviceLine
  /** The weather in which it infects, for diseases whose risk is computed from the weather. */
  weather?: AdviceLine
  /** `usual` applies when the growth stage is unknown; the rules say when it is more or less urgent. */
  urgency: { usual: UrgencyLevel; rules: UrgencyRule[] }
  sections: Record<SectionName, AdviceLine[]>
  /**
   * The step of a likely answer: cheap, and harmless if the answer is wrong. Left out where the first line of `doToday` is
   * such a step.
   */
  safeStep?: AdviceLine
  /** False when spraying never helps, so that the card does not send anybody to a dealer. */
  mayNeedSpray: boolean
  /** Ids of cards to compare with, most likely confusion first. */
  lookAlikeIds: string[]
  /** Date of the last check against the sources, YYYY-MM-DD. */
  reviewedOn: string
}

export function localize(en: string, sw: string, lg: string): Localized {
  return { en, sw, lg }
}

/** Creates a line with its sources. */
export function line(sources: SourceKey[], en: string, sw: string, lg: string): AdviceLine {
  return { text: localize(en, sw, lg), sources }
}

/** Creates a line that is not shown until an expert confirms it. */
export function unconfirmedLine(sources: SourceKey[], en: string, sw: string, lg: string): AdviceLine {
  return { ...line(sources, en, sw, lg), needsConfirmation: true }
}

/** Returns the lines that may be shown. */
export function getConfirmedLines(lines: AdviceLine[]): AdviceLine[] {
  return lines.filter(adviceLine => !adviceLine.needsConfirmation)
}
