import type { SourceKey } from './sources.ts'

/** The Luganda of this whole package was written without a native reader and waits for one. */
export const languages = ['en', 'sw', 'lg'] as const
export type Language = (typeof languages)[number]

export type Localized = Record<Language, string>
export type Crop = 'maize' | 'beans' | 'wheat' | 'rice'
export type ProductClass = 'common_rust' | 'healthy' | 'other_disease'
export type FungicideGroup = 'triazole' | 'strobilurin' | 'copper'
export type UrgencyLevel = 'low' | 'medium' | 'high'

export interface AdviceLine {
  text: Localized
  sources: SourceKey[]
  /** No source was read for it, or the source itself asks for care: an expert must confirm it before it is shown. */
  needsConfirmation?: true
}

/** The order in which every card is read: cultural measures come before any spray. */
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
  /** Slug of the article: `/learn/<id>`. */
  id: string
  crop: Crop | null
  productClass: ProductClass
  /** Fine diseases of the model that this card explains. */
  diseases: string[]
  title: Localized
  /** Null where no source that we read names it, and on cards about several diseases. */
  latinName: string | null
  /** One sentence: what it is. */
  message: AdviceLine
  /** Why it comes and what it does. */
  explanation: AdviceLine
  /** `usual` holds when the growth stage is not known; the rules say when it is more or less urgent. */
  urgency: { usual: UrgencyLevel; rules: UrgencyRule[] }
  sections: Record<SectionName, AdviceLine[]>
  /** Groups to ask for where the law of the reader's country lets us name them. */
  sprayGroups: FungicideGroup[]
  /** False where no spray question arises, so that nobody is sent to a dealer. */
  mayNeedSpray: boolean
  /** Other cards to compare with, the likeliest mistake first. */
  lookAlikeIds: string[]
  /** Day on which the card was last read against its sources. */
  reviewedOn: string
}

export function localize(en: string, sw: string, lg: string): Localized {
  return { en, sw, lg }
}

export function line(sources: SourceKey[], en: string, sw: string, lg: string): AdviceLine {
  return { text: localize(en, sw, lg), sources }
}

export function unconfirmedLine(sources: SourceKey[], en: string, sw: string, lg: string): AdviceLine {
  return { ...line(sources, en, sw, lg), needsConfirmation: true }
}

/** The lines that may be shown: those awaiting an expert's confirmation are left out. */
export function getConfirmedLines(lines: AdviceLine[]): AdviceLine[] {
  return lines.filter(adviceLine => !adviceLine.needsConfirmation)
}
