import { allCards, findCard } from './all-cards.ts'
import {
  type Crop,
  type DiseaseCard,
  type Language,
  type Localized,
  type ProductClass,
  say,
  visibleLines,
} from './card.ts'
import { healthy, otherDisease, rust } from './cards/general.ts'
import { wheatRust } from './cards/wheat.ts'
import { separationsFor } from './separation.ts'
import { sprayLinesFor } from './spray.ts'

export interface Finding {
  productClass: ProductClass
  /** The model's crop, any case; null or a crop without cards of its own leads to the general cards. */
  crop: string | null
  /** The model's fine disease, without the crop. */
  disease: string | null
}

export interface AdviceRequest extends Finding {
  verdict: 'confident' | 'uncertain'
  language: Language
  /** ISO 3166 code of the reader's country; null when not known. */
  country: string | null
}

export interface Resource {
  id: string
  title: string
  url: string
  description: string
}

export interface Advice {
  card: DiseaseCard
  feedback: { message: string; explanation: string; advice: string[] }
  resources: Resource[]
  spray: string[]
}

const mostResources = 4

const uncertain: Record<'message' | 'explanation' | 'ask' | 'retake', Localized> = {
  message: say(
    'We are not sure. It looks most like this:',
    'Hatuna uhakika. Inaonekana zaidi kama hii:',
    'Tetuli bakakafu. Kisinga kufaanana na kino:',
  ),
  explanation: say(
    'The photo does not show enough to be certain. Treat nothing until someone who knows has looked.',
    'Picha haionyeshi vya kutosha kuwa na uhakika. Usitibu chochote hadi mtu anayejua aangalie.',
    'Ekifaananyi tekiraga bimala kukakasa. Tojjanjaba kintu kyonna okutuusa omuntu amanyi lw’anaalaba.',
  ),
  ask: say(
    'Ask an expert today: it is one tap away.',
    'Muulize mtaalamu leo: ni kubonyeza mara moja tu.',
    'Buuza omukugu leero: nyiga omulundi gumu gwokka.',
  ),
  retake: say(
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

const rustOfCrop: Record<Crop, string> = {
  maize: 'maize-common-rust',
  beans: 'beans-rust',
  wheat: wheatRust.id,
  rice: rust.id,
}

function isCrop(crop: string): crop is Crop {
  return crop in rustOfCrop
}

/** The card for a finding. A fine disease that does not fit the product class is not believed. */
export function cardFor({ productClass, crop, disease }: Finding): DiseaseCard {
  const name = crop?.toLowerCase() ?? ''
  if (!isCrop(name)) return generalByClass[productClass]
  const ofClass = allCards.filter(card => card.crop === name && card.productClass === productClass)
  const exact = ofClass.find(card => disease !== null && card.diseases.includes(disease))
  if (exact) return exact
  if (productClass === 'common_rust') return findCard(rustOfCrop[name]) ?? rust
  return generalByClass[productClass]
}

function resourceOf(card: DiseaseCard, language: Language): Resource {
  return {
    id: card.id,
    title: card.title[language],
    url: `/learn/${card.id}`,
    description: card.message.text[language],
  }
}

/** The card's own look-alikes; a general card first shows those of the farmer's crop. */
function comparedWith(card: DiseaseCard, crop: string | null): DiseaseCard[] {
  const listed = card.lookAlikeIds.flatMap(id => findCard(id) ?? [])
  if (card.crop !== null) return listed
  const name = crop?.toLowerCase()
  const ofCrop = allCards.filter(each => each.crop !== null && each.crop === name)
  const sameClass = ofCrop.filter(each => each.productClass === card.productClass)
  return [...new Set([...sameClass, ...ofCrop, ...listed])]
}

function feedbackFor(card: DiseaseCard, { verdict, language }: AdviceRequest): Advice['feedback'] {
  if (verdict === 'confident') {
    return {
      message: card.message.text[language],
      explanation: card.explanation.text[language],
      advice: visibleLines(card.sections.doToday).map(each => each.text[language]),
    }
  }
  const questions = separationsFor(card.id).map(each => each.question[language])
  return {
    message: `${uncertain.message[language]} ${card.title[language]}.`,
    explanation: uncertain.explanation[language],
    advice: [uncertain.ask[language], uncertain.retake[language], ...questions],
  }
}

/** What the farmer is told about a photo. Pure: the same finding always gives the same words. */
export function adviseFor(request: AdviceRequest): Advice {
  const { language, country, verdict } = request
  const card = cardFor(request)
  const compared = comparedWith(card, request.crop).slice(0, mostResources - 1)
  return {
    card,
    feedback: feedbackFor(card, request),
    resources: [card, ...compared].map(each => resourceOf(each, language)),
    spray: verdict === 'confident' ? sprayLinesFor(card, country).map(each => each.text[language]) : [],
  }
}
