import { type Crop, type Localized, say } from './card.ts'
import type { SourceKey } from './sources.ts'

export interface SeparationAnswer {
  answer: Localized
  meaning: Localized
  /** The card it points to, where it is one card. */
  cardId: string | null
}

/** One question that the farmer can answer in the field and that tells look-alikes apart. */
export interface Separation {
  id: string
  crop: Crop | null
  /** Cards whose result screen asks this question. */
  between: string[]
  question: Localized
  answers: SeparationAnswer[]
  sources: SourceKey[]
}

const wheatRustIds = ['wheat-rust', 'wheat-stem-rust', 'wheat-leaf-rust', 'wheat-stripe-rust']

export const separations: Separation[] = [
  {
    id: 'gray-leaf-spot-or-northern-blight',
    crop: 'maize',
    between: ['maize-gray-leaf-spot', 'maize-northern-leaf-blight', 'maize-leaf-blight'],
    question: say(
      'Is the spot a narrow strip with straight sides between the veins, or a broad cigar?',
      'Je, doa ni mstari mwembamba wenye kingo zilizonyooka kati ya mishipa, au sigara pana?',
      'Ebbala kakuubo kafunda akagolokofu wakati w’emisuwa, oba lifaanana sigala ennene?',
    ),
    answers: [
      {
        answer: say('A narrow straight strip', 'Mstari mwembamba ulionyooka', 'Kakuubo kafunda akagolokofu'),
        meaning: say('Gray leaf spot', 'Madoa ya kijivu', 'Amabala ag’ekivuuvu'),
        cardId: 'maize-gray-leaf-spot',
      },
      {
        answer: say('A broad cigar', 'Sigara pana', 'Sigala ennene'),
        meaning: say('Northern leaf blight', 'Mabaka ya majani ya kaskazini', 'Amabaka (northern leaf blight)'),
        cardId: 'maize-northern-leaf-blight',
      },
    ],
    sources: ['G1', 'N1', 'KUTU'],
  },
  {
    id: 'bean-rust-or-angular-leaf-spot',
    crop: 'beans',
    between: ['beans-rust', 'beans-angular-leaf-spot'],
    question: say(
      'Are the spots raised and powdery, or flat with corners where the veins stop them?',
      'Je, madoa yameinuka na yana unga, au ni bapa yenye pembe pale mishipa inapoyazuia?',
      'Amabala gagazimbye nga ga lufuufu, oba maseeteevu nga galina ensonda emisuwa we gigakoma?',
    ),
    answers: [
      {
        answer: say('Raised and powdery', 'Yameinuka na yana unga', 'Gagazimbye era ga lufuufu'),
        meaning: say('Bean rust', 'Kutu ya maharage', 'Obutalagge bw’ebijanjaalo'),
        cardId: 'beans-rust',
      },
      {
        answer: say('Flat with corners', 'Bapa yenye pembe', 'Maseeteevu ag’ensonda'),
        meaning: say('Angular leaf spot', 'Madoa-pembe', 'Amabala ag’ensonda'),
        cardId: 'beans-angular-leaf-spot',
      },
    ],
    sources: ['A1', 'B1', 'KUTU'],
  },
  {
    id: 'blast-or-brown-spot',
    crop: 'rice',
    between: ['rice-blast', 'rice-brown-spot', 'rice-bacterial-leaf-blight'],
    question: say(
      'Are the spots pointed at both ends and spreading after nitrogen, or small ovals all over on a hungry field?',
      'Je, madoa yana ncha pande zote mbili na yanaenea baada ya naitrojeni, au ni ya yai madogo kila mahali kwenye shamba lenye njaa?',
      'Amabala masongovu ku njuyi zombi era gasaasaana oluvannyuma lwa nayitulojeni, oba matono ga ggi buli wantu mu nnimiro enjala?',
    ),
    answers: [
      {
        answer: say('Pointed and spreading', 'Yenye ncha na yanaenea', 'Masongovu era gasaasaana'),
        meaning: say('Blast', 'Blasti', 'Blast'),
        cardId: 'rice-blast',
      },
      {
        answer: say('Small ovals all over', 'Ya yai madogo kila mahali', 'Matono ga ggi buli wantu'),
        meaning: say('Brown spot', 'Madoa ya kahawia', 'Amabala ga kitaka'),
        cardId: 'rice-brown-spot',
      },
    ],
    sources: ['I1', 'S1', 'KUTU'],
  },
  {
    id: 'which-wheat-rust',
    crop: 'wheat',
    between: wheatRustIds,
    question: say(
      'Where is the powder: on the stem with torn edges, in scattered orange dots on the leaf, or in yellow rows?',
      'Unga uko wapi: kwenye shina lenye kingo zilizochanika, kwa vidoa vya chungwa vilivyotawanyika kwenye jani, au kwa mistari ya manjano?',
      'Olufuufu luli ludda wa: ku nduli awayulise, mu butonnyeze bwa kacungwa obusaasaanye ku kikoola, oba mu nnyiriri za kyenvu?',
    ),
    answers: [
      {
        answer: say('On the stem, torn edges', 'Kwenye shina, kingo zimechanika', 'Ku nduli, awayulise'),
        meaning: say('Stem rust', 'Kutu ya shina', 'Obutalagge bw’enduli'),
        cardId: 'wheat-stem-rust',
      },
      {
        answer: say(
          'Scattered orange dots',
          'Vidoa vya chungwa vilivyotawanyika',
          'Obutonnyeze bwa kacungwa obusaasaanye',
        ),
        meaning: say('Leaf rust', 'Kutu ya majani', 'Obutalagge bw’ebikoola'),
        cardId: 'wheat-leaf-rust',
      },
      {
        answer: say('Yellow rows', 'Mistari ya manjano', 'Ennyiriri za kyenvu'),
        meaning: say('Stripe rust', 'Kutu ya mistari', 'Obutalagge obw’ennyiriri'),
        cardId: 'wheat-stripe-rust',
      },
    ],
    sources: ['W1', 'W2', 'R1', 'KUTU'],
  },
  {
    id: 'stripe-rust-or-yellowing',
    crop: 'wheat',
    between: ['wheat-stripe-rust', 'wheat-rust'],
    question: say(
      'Does the yellow leaf carry raised powdery spots?',
      'Je, jani la manjano lina vipele vya unga vilivyoinuka?',
      'Ekikoola ekya kyenvu kiriko obubala obw’olufuufu obugazimbye?',
    ),
    answers: [
      {
        answer: say('Yes', 'Ndiyo', 'Yee'),
        meaning: say('Stripe rust', 'Kutu ya mistari', 'Obutalagge obw’ennyiriri'),
        cardId: 'wheat-stripe-rust',
      },
      {
        answer: say('No', 'Hapana', 'Nedda'),
        meaning: say('Hunger, water or age', 'Njaa ya mmea, maji au uzee', 'Enjala y’ekimera, amazzi oba obukadde'),
        cardId: null,
      },
    ],
    sources: ['R1', 'E1'],
  },
  {
    id: 'rust-or-leaf-spot',
    crop: null,
    between: [
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
    question: say(
      'Rub the spot with a white cloth: does coloured powder come off?',
      'Futa doa kwa kitambaa cheupe: je, unga wa rangi unabaki?',
      'Siimuuza ebbala akagoye akeeru: olufuufu lwa langi lusigalako?',
    ),
    answers: [
      {
        answer: say('Yes', 'Ndiyo', 'Yee'),
        meaning: say('Rust', 'Kutu', 'Obutalagge'),
        cardId: 'rust',
      },
      {
        answer: say('No', 'Hapana', 'Nedda'),
        meaning: say('A leaf spot or something else', 'Doa la jani au jambo lingine', 'Ebbala ly’ekikoola oba ekirala'),
        cardId: 'other-disease',
      },
    ],
    sources: ['KUTU'],
  },
]

/** The questions to ask under a result, the one about its own crop first. */
export function separationsFor(cardId: string): Separation[] {
  return separations.filter(each => each.between.includes(cardId))
}
