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
import { getLookAlikeQuestions } from './look-alike-questions.ts'
import { formatSprayAdvice } from './spray-advice.ts'

export interface CardQuery {
  productClass: ProductClass
  /** The crop in any letter case. For null and for crops without cards of their own the general cards are used. */
  crop: string | null
  /** The disease in detail, as in the model's fine classes, without the crop. */
  disease: string | null
}

export interface AdviceRequest extends CardQuery {
  verdict: 'confident' | 'uncertain'
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

const uncertainTexts: Record<'message' | 'explanation' | 'ask' | 'retake', Localized> = {
  message: localize(
    'We are not sure. It looks most like this:',
    'Hatuna uhakika. Inaonekana zaidi kama hii:',
    'Tetuli bakakafu. Kisinga kufaanana na kino:',
  ),
  explanation: localize(
    'The photo does not show enough to be certain. Treat nothing until someone who knows has looked.',
    'Picha haionyeshi vya kutosha kuwa na uhakika. Usitibu chochote hadi mtu anayejua aangalie.',
    'Ekifaananyi tekiraga bimala kukakasa. Tojjanjaba kintu kyonna okutuusa omuntu amanyi lw’anaalaba.',
  ),
  ask: localize(
    'Ask an expert today: it is one tap away.',
    'Muulize mtaalamu leo: ni kubonyeza mara moja tu.',
    'Buuza omukugu leero: nyiga omulundi gumu gwokka.',
  ),
  retake: localize(
    'Take the photo again: one leaf, near, sharp and in good light.',
    'Piga picha tena: jani moja, kwa karibu, iliyo wazi na penye mwanga mzuri.',
    'Ddamu okube ekifaananyi: ekikoola kimu, okumpi, ekirabika obulungi era awali ekitangaala ekirungi.',
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

function buildFeedback(card: DiseaseCard, { verdict, language }: AdviceRequest): Advice['feedback'] {
  if (verdict === 'confident') {
    return {
      message: card.message.text[language],
      explanation: card.explanation.text[language],
      advice: getConfirmedLines(card.sections.doToday).map(each => each.text[language]),
    }
  }
  const questions = getLookAlikeQuestions(card.id).map(each => each.question[language])
  return {
    message: `${uncertainTexts.message[language]} ${card.title[language]}.`,
    explanation: uncertainTexts.explanation[language],
    advice: [uncertainTexts.ask[language], uncertainTexts.retake[language], ...questions],
  }
}

/** Returns the advice for an answer: the card, the texts of the result screen, articles and spray advice. */
export function buildAdvice(request: AdviceRequest): Advice {
  const { language, country, verdict } = request
  const card = selectCard(request)
  const comparedCards = getComparedCards(card, request.crop).slice(0, maxResources - 1)
  return {
    card,
    feedback: buildFeedback(card, request),
    resources: [card, ...comparedCards].map(each => toResource(each, language)),
    spray: verdict === 'confident' ? formatSprayAdvice(card, country, language) : [],
  }
}
