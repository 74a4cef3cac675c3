import { type Crop, type Localized, localize } from './disease-card.ts'
import type { SourceKey } from './sources.ts'

export interface LookAlikeAnswer {
  answer: Localized
  meaning: Localized
  /** The card that the answer leads to; null when it is not a single card. */
  cardId: string | null
}

/** A question that distinguishes look-alikes and that the farmer can answer in the field. */
export interface LookAlikeQuestion {
  id: string
  crop: Crop | null
  /** Ids of the cards with this question. */
  cardIds: string[]
  question: Localized
  answers: LookAlikeAnswer[]
  sources: SourceKey[]
}

const wheatRustIds = ['wheat-rust', 'wheat-stem-rust', 'wheat-leaf-rust', 'wheat-stripe-rust']

export const lookAlikeQuestions: LookAlikeQuestion[] = [
  {
    id: 'gray-leaf-spot-or-northern-blight',
    crop: 'maize',
    cardIds: ['maize-gray-leaf-spot', 'maize-northern-leaf-blight', 'maize-leaf-blight'],
    question: localize(
      'Is the spot a narrow strip with straight sides between the veins, or a broad cigar?',
      'Je, doa ni mstari mwembamba wenye kingo zilizonyooka kati ya mishipa, au sigara pana?',
      'Ebbala kakuubo kafunda akagolokofu wakati w’emisuwa, oba lifaanana sigala ennene?',
    ),
    answers: [
      {
        answer: localize('A narrow straight strip', 'Mstari mwembamba ulionyooka', 'Kakuubo kafunda akagolokofu'),
        meaning: localize('Gray leaf spot', 'Madoa ya kijivu', 'Amabala ag’ekivuuvu'),
        cardId: 'maize-gray-leaf-spot',
      },
      {
        answer: localize('A broad cigar', 'Sigara pana', 'Sigala ennene'),
        meaning: localize('Northern leaf blight', 'Mabaka ya majani ya kaskazini', 'Amabaka (northern leaf blight)'),
        cardId: 'maize-northern-leaf-blight',
      },
    ],
    sources: ['G1', 'N1', 'KUTU'],
  },
  {
    id: 'bean-rust-or-angular-leaf-spot',
    crop: 'beans',
    cardIds: ['beans-rust', 'beans-angular-leaf-spot'],
    question: localize(
      'Are the spots raised and powdery, or flat with corners where the veins stop them?',
      'Je, madoa yameinuka na yana unga, au ni bapa yenye pembe pale mishipa inapoyazuia?',
      'Amabala gagazimbye nga ga lufuufu, oba maseeteevu nga galina ensonda emisuwa we gigakoma?',
    ),
    answers: [
      {
        answer: localize('Raised and powdery', 'Yameinuka na yana unga', 'Gagazimbye era ga lufuufu'),
        meaning: localize('Bean rust', 'Kutu ya maharage', 'Obutalagge bw’ebijanjaalo'),
        cardId: 'beans-rust',
      },
      {
        answer: localize('Flat with corners', 'Bapa yenye pembe', 'Maseeteevu ag’ensonda'),
        meaning: localize('Angular leaf spot', 'Madoa-pembe', 'Amabala ag’ensonda'),
        cardId: 'beans-angular-leaf-spot',
      },
    ],
    sources: ['A1', 'B1', 'KUTU'],
  },
  {
    id: 'blast-or-brown-spot',
    crop: 'rice',
    cardIds: ['rice-blast', 'rice-brown-spot', 'rice-bacterial-leaf-blight'],
    question: localize(
      'Are the spots pointed at both ends and spreading after nitrogen, or small ovals all over on a hungry field?',
      'Je, madoa yana ncha pande zote mbili na yanaenea baada ya naitrojeni, au ni ya yai madogo kila mahali kwenye shamba lenye njaa?',
      'Amabala masongovu ku njuyi zombi era gasaasaana oluvannyuma lwa nayitulojeni, oba matono ga ggi buli wantu mu nnimiro enjala?',
    ),
    answers: [
      {
        answer: localize('Pointed and spreading', 'Yenye ncha na yanaenea', 'Masongovu era gasaasaana'),
        meaning: localize('Blast', 'Blasti', 'Blast'),
        cardId: 'rice-blast',
      },
      {
        answer: localize('Small ovals all over', 'Ya yai madogo kila mahali', 'Matono ga ggi buli wantu'),
        meaning: localize('Brown spot', 'Madoa ya kahawia', 'Amabala ga kitaka'),
        cardId: 'rice-brown-spot',
      },
    ],
    sources: ['I1', 'S1', 'KUTU'],
  },
  {
    id: 'which-wheat-rust',
    crop: 'wheat',
    cardIds: wheatRustIds,
    question: localize(
      'Where is the powder: on the stem with torn edges, in scattered orange dots on the leaf, or in yellow rows?',
      'Unga uko wapi: kwenye shina lenye kingo zilizochanika, kwa vidoa vya chungwa vilivyotawanyika kwenye jani, au kwa mistari ya manjano?',
      'Olufuufu luli ludda wa: ku nduli awayulise, mu butonnyeze bwa kacungwa obusaasaanye ku kikoola, oba mu nnyiriri za kyenvu?',
    ),
    answers: [
      {
        answer: localize('On the stem, torn edges', 'Kwenye shina, kingo zimechanika', 'Ku nduli, awayulise'),
        meaning: localize('Stem rust', 'Kutu ya shina', 'Obutalagge bw’enduli'),
        cardId: 'wheat-stem-rust',
      },
      {
        answer: localize(
          'Scattered orange dots',
          'Vidoa vya chungwa vilivyotawanyika',
          'Obutonnyeze bwa kacungwa obusaasaanye',
        ),
        meaning: localize('Leaf rust', 'Kutu ya majani', 'Obutalagge bw’ebikoola'),
        cardId: 'wheat-leaf-rust',
      },
      {
        answer: localize('Yellow rows', 'Mistari ya manjano', 'Ennyiriri za kyenvu'),
        meaning: localize('Stripe rust', 'Kutu ya mistari', 'Obutalagge obw’ennyiriri'),
        cardId: 'wheat-stripe-rust',
      },
    ],
    sources: ['W1', 'W2', 'R1', 'KUTU'],
  },
  {
    id: 'stripe-rust-or-yellowing',
    crop: 'wheat',
    cardIds: ['wheat-stripe-rust', 'wheat-rust'],
    question: localize(
      'Does the yellow leaf carry raised powdery spots?',
      'Je, jani la manjano lina vipele vya unga vilivyoinuka?',
      'Ekikoola ekya kyenvu kiriko obubala obw’olufuufu obugazimbye?',
    ),
    answers: [
      {
        answer: localize('Yes', 'Ndiyo', 'Yee'),
        meaning: localize('Stripe rust', 'Kutu ya mistari', 'Obutalagge obw’ennyiriri'),
        cardId: 'wheat-stripe-rust',
      },
      {
        answer: localize('No', 'Hapana', 'Nedda'),
        meaning: localize(
          'Hunger, water or age',
          'Njaa ya mmea, maji au uzee',
          'Enjala y’ekimera, amazzi oba obukadde',
        ),
        cardId: null,
      },
    ],
    sources: ['R1', 'E1'],
  },
  {
    id: 'rust-or-leaf-spot',
    crop: null,
    cardIds: [
      'rust',
      'other-disease',
      'maize-common-rust',
      'maize-gray-leaf-spot',
      'maize-northern-leaf-blight',
      'maize-leaf-blight',
      'beans-rust',
      'beans-angular-leaf-spot',
      ...wheatRustIds,
    ],
    question: localize(
      'Rub the spot with a white cloth: does coloured powder come off?',
      'Futa doa kwa kitambaa cheupe: je, unga wa rangi unabaki?',
      'Siimuuza ebbala akagoye akeeru: olufuufu lwa langi lusigalako?',
    ),
    answers: [
      {
        answer: localize('Yes', 'Ndiyo', 'Yee'),
        meaning: localize('Rust', 'Kutu', 'Obutalagge'),
        cardId: 'rust',
      },
      {
        answer: localize('No', 'Hapana', 'Nedda'),
        meaning: localize(
          'A leaf spot or something else',
          'Doa la jani au jambo lingine',
          'Ebbala ly’ekikoola oba ekirala',
        ),
        cardId: 'other-disease',
      },
    ],
    sources: ['KUTU'],
  },
]

/** Returns the look-alike questions of a card, those about its crop first. */
export function getLookAlikeQuestions(cardId: string): LookAlikeQuestion[] {
  return lookAlikeQuestions.filter(entry => entry.cardIds.includes(cardId))
}
