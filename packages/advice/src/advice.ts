import { allCards, findCard } from './cards/all-cards.ts'
import { healthy, otherDisease, rust } from './cards/general.ts'
import { wheatRust } from './cards/wheat.ts'
import {
  type Crop,
  type DiseaseCard,
  getConfirmedLines,
  type Language,
  type Localized,
  localize,
  type ProductClass,
} from './disease-card.ts'
import { formatSprayAdvice } from './spray-advice.ts'

export interface CardQuery {
  productClass: ProductClass
  /** The crop in any letter case. For null and for crops without cards of their own the general cards are used. */
  crop: string | null
  /** The disease in detail, as in the model's fine classes, without the crop. */
  disease: string | null
}

/** How far an answer can be trusted. Same words as vision's Band, which this package does not import. */
export type Band = 'confident' | 'likely' | 'uncertain' | 'unfamiliar'

export interface AdviceRequest extends CardQuery {
  band: Band
  /** The card to which the farmer's own answers have led, in place of the model's. It allows no spraying. */
  concludedCard?: DiseaseCard | undefined
  language: Language
  /** ISO 3166 code of the reader's country; null when unknown. */
  country: string | null
}

export interface AdviceResource {
  id: string
  title: string
  url: string
  description: string
  /** YYYY-MM-DD */
  reviewedOn: string
}

export interface Advice {
  card: DiseaseCard
  feedback: { message: string; explanation: string; advice: string[] }
  resources: AdviceResource[]
  spray: string[]
}

const maxResources = 4

const likelyTexts: Record<'message' | 'explanation', Localized> = {
  message: localize('This is probably:', 'Huenda hii ni:', 'Kirabika nga kino:'),
  explanation: localize(
    'The photo fits, but Kutu is not certain. Compare before you do anything.',
    'Picha inaonekana kufanana, lakini Kutu haina uhakika. Linganisha kabla ya kufanya chochote.',
    'Ekifaananyi kikwatagana, naye Kutu si mukakafu. Sooka ogeraageranye nga tonnabaako ky’okola.',
  ),
}

const uncertainTexts: Record<'message' | 'explanation', Localized> = {
  message: localize(
    'We cannot tell yet. It looks most like this:',
    'Bado hatuwezi kusema. Inaonekana zaidi kama hii:',
    'Tetunnasobola kumanya. Kisinga kufaanana na kino:',
  ),
  explanation: localize(
    'The photo does not show enough. Treat nothing until someone who knows has looked.',
    'Picha haionyeshi vya kutosha. Usitibu chochote hadi mtu anayejua aangalie.',
    'Ekifaananyi tekiraga bimala. Tojjanjaba kintu kyonna okutuusa omuntu amanyi lw’anaalaba.',
  ),
}

const unfamiliarTexts: Record<'photo' | 'crop' | 'explanation', Localized> = {
  photo: localize(
    'Kutu has never seen a leaf like this.',
    'Kutu haijawahi kuona jani kama hili.',
    'Kutu terabangako kikoola nga kino.',
  ),
  crop: localize(
    'Kutu does not know this crop yet. Ask an expert.',
    'Kutu bado haijui zao hili. Muulize mtaalamu.',
    'Kutu ekirime kino tennakimanya. Buuza omukugu.',
  ),
  explanation: localize(
    'Treat nothing until someone who knows has looked.',
    'Usitibu chochote hadi mtu anayejua aangalie.',
    'Tojjanjaba kintu kyonna okutuusa omuntu amanyi lw’anaalaba.',
  ),
}

const nextSteps: Record<'ask' | 'retake', Localized> = {
  ask: localize('Show it to an expert.', 'Mwonyeshe mtaalamu.', 'Kirage omukugu.'),
  retake: localize(
    'Take it again: one leaf, close up, sharp and in good light.',
    'Ipige tena: jani moja, kwa karibu, iliyo wazi na penye mwanga mzuri.',
    'Ddamu okikube: ekikoola kimu, okumpi, ekirabika obulungi era awali ekitangaala ekirungi.',
  ),
}

const generalByClass: Record<ProductClass, DiseaseCard> = {
  common_rust: rust,
  healthy,
  other_disease: otherDisease,
}

const rustCardIdByCrop: Record<Crop, string> = {
  maize: 'maize-common-rust',
  beans: 'beans-rust',
  wheat: wheatRust.id,
  rice: rust.id,
}

function isCrop(crop: string): crop is Crop {
  return crop in rustCardIdByCrop
}

/** Returns the card for an answer. A disease that belongs to another product class is ignored. */
export function selectCard({ productClass, crop, disease }: CardQuery): DiseaseCard {
  const cropName = crop?.toLowerCase() ?? ''
  if (!isCrop(cropName)) return generalByClass[productClass]
  const classCards = allCards.filter(card => card.crop === cropName && card.productClass === productClass)
  const exact = classCards.find(card => disease !== null && card.diseases.includes(disease))
  if (exact) return exact
  if (productClass === 'common_rust') return findCard(rustCardIdByCrop[cropName]) ?? rust
  return generalByClass[productClass]
}

function toResource(card: DiseaseCard, language: Language): AdviceResource {
  return {
    id: card.id,
    title: card.title[language],
    url: `/learn/${card.id}`,
    description: card.message.text[language],
    reviewedOn: card.reviewedOn,
  }
}

/** Returns the cards to compare with: the card's look-alikes, or for a general card first the cards of the crop. */
function getComparedCards(card: DiseaseCard, crop: string | null): DiseaseCard[] {
  const lookAlikes = card.lookAlikeIds.flatMap(id => findCard(id) ?? [])
  if (card.crop !== null) return lookAlikes
  const cropName = crop?.toLowerCase()
  const cropCards = allCards.filter(each => each.crop !== null && each.crop === cropName)
  const sameClass = cropCards.filter(each => each.productClass === card.productClass)
  return [...new Set([...sameClass, ...cropCards, ...lookAlikes])]
}

/** A confident answer has the steps of the card, a likely one only a step that cannot harm, the others none in the field. */
function buildFeedback(card: DiseaseCard, { band, crop, language }: AdviceRequest): Advice['feedback'] {
  if (band === 'confident') {
    return {
      message: card.message.text[language],
      explanation: card.explanation.text[language],
      advice: getConfirmedLines(card.sections.doToday).map(each => each.text[language]),
    }
  }
  const ask = nextSteps.ask[language]
  const retake = nextSteps.retake[language]
  if (band === 'unfamiliar') {
    const isUnknownCrop = crop === 'other'
    const message = unfamiliarTexts[isUnknownCrop ? 'crop' : 'photo'][language]
    const explanation = unfamiliarTexts.explanation[language]
    return { message, explanation, advice: isUnknownCrop ? [ask] : [ask, retake] }
  }
  const texts = band === 'likely' ? likelyTexts : uncertainTexts
  const safeStep = card.safeStep ?? getConfirmedLines(card.sections.doToday)[0]
  const first = band === 'likely' && safeStep ? [safeStep.text[language]] : []
  return {
    message: `${texts.message[language]} ${card.title[language]}.`,
    explanation: texts.explanation[language],
    advice: [...first, ask, retake],
  }
}

/** Returns the advice for an answer: the card, the texts of the result screen, articles and spray advice. */
export function buildAdvice(request: AdviceRequest): Advice {
  const { language, country, band, concludedCard } = request
  const card = concludedCard ?? selectCard(request)
  const comparedCards = getComparedCards(card, request.crop).slice(0, maxResources - 1)
  return {
    card,
    feedback: buildFeedback(card, request),
    resources: [card, ...comparedCards].map(each => toResource(each, language)),
    spray: band === 'confident' && !concludedCard ? formatSprayAdvice(card, country, language) : [],
  }
}
