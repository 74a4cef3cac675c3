import { type Crop, type Localized, localize, type ProductClass } from './disease-card.ts'
import type { SourceKey } from './sources.ts'

export interface FieldAnswer {
  id: string
  label: Localized
  /** Card whose drawing shows the sign. */
  cardId: string
  /** Cards, or all cards of a class, that show the sign. */
  fits: readonly (string | ProductClass)[]
}

/** A question about a sign that a farmer can check at the plant. Its answers exclude each other. */
export interface FieldQuestion {
  id: string
  /** Null for all crops. */
  crop: Crop | null
  question: Localized
  answers: readonly FieldAnswer[]
  /**
   * How many times as probable an answer is for a disease that shows the sign as for one that does not, at most 5: farmers
   * err, and so do signs. No source measures it; 5 is for signs that decide in the sources, 3 for shapes that vary with age.
   */
  strength: number
  sources: SourceKey[]
}

/** The answer of a farmer who cannot tell. It says nothing, and the question is not asked again. */
export const unknownAnswer = 'unknown'

const yes = localize('Yes', 'Ndiyo', 'Yee')
const no = localize('No', 'Hapana', 'Nedda')

export const fieldQuestions: readonly FieldQuestion[] = [
  {
    id: 'marks',
    crop: null,
    question: localize(
      'Look at both sides of the leaf. Are there spots, stripes or dead parts?',
      'Angalia pande zote mbili za jani. Je, kuna madoa, mistari au sehemu zilizokufa?',
      'Tunuulira enjuyi zombi ez’ekikoola. Waliwo amabala, ennyiriri oba awafudde?',
    ),
    answers: [
      { id: 'yes', label: yes, cardId: 'other-disease', fits: ['common_rust', 'other_disease'] },
      { id: 'no', label: no, cardId: 'healthy', fits: ['healthy'] },
    ],
    strength: 5,
    sources: ['KUTU'],
  },
  {
    id: 'powder',
    crop: null,
    question: localize(
      'Rub a spot with your finger. Is there colored powder on it?',
      'Sugua doa kwa kidole. Je, kuna unga wa rangi kwenye kidole?',
      'Siimuuza ebbala n’olugalo. Waliwo olufuufu lwa langi ku lugalo?',
    ),
    answers: [
      { id: 'yes', label: yes, cardId: 'rust', fits: ['common_rust'] },
      { id: 'no', label: no, cardId: 'other-disease', fits: ['healthy', 'other_disease'] },
    ],
    strength: 5,
    sources: ['M1', 'M2', 'B1', 'W1', 'KUTU'],
  },
  {
    id: 'strip-or-cigar',
    crop: 'maize',
    question: localize(
      'Is the spot a narrow straight strip, or a broad cigar?',
      'Je, doa ni mstari mwembamba ulionyooka, au sigara pana?',
      'Ebbala kakuubo kafunda akagolokofu, oba lifaanana sigala ennene?',
    ),
    answers: [
      {
        id: 'strip',
        label: localize('A narrow straight strip', 'Mstari mwembamba ulionyooka', 'Kakuubo kafunda akagolokofu'),
        cardId: 'maize-gray-leaf-spot',
        fits: ['maize-gray-leaf-spot'],
      },
      {
        id: 'cigar',
        label: localize('A broad cigar', 'Sigara pana', 'Sigala ennene'),
        cardId: 'maize-northern-leaf-blight',
        fits: ['maize-northern-leaf-blight', 'maize-leaf-blight'],
      },
    ],
    strength: 3,
    sources: ['G1', 'N1', 'KUTU'],
  },
  {
    id: 'round-or-corners',
    crop: 'beans',
    question: localize(
      'Are the spots round and raised, or flat with corners?',
      'Je, madoa ni ya mviringo na yameinuka, au ni bapa yenye pembe?',
      'Amabala meekulungirivu era gagazimbye, oba maseeteevu ag’ensonda?',
    ),
    answers: [
      {
        id: 'round',
        label: localize('Round and raised', 'Ya mviringo na yameinuka', 'Meekulungirivu era gagazimbye'),
        cardId: 'beans-rust',
        fits: ['beans-rust'],
      },
      {
        id: 'corners',
        label: localize('Flat with corners', 'Bapa yenye pembe', 'Maseeteevu ag’ensonda'),
        cardId: 'beans-angular-leaf-spot',
        fits: ['beans-angular-leaf-spot'],
      },
    ],
    strength: 3,
    sources: ['A1', 'B1', 'KUTU'],
  },
  {
    id: 'pointed-or-oval',
    crop: 'rice',
    question: localize(
      'Are the spots pointed at both ends, or small ovals?',
      'Je, madoa yana ncha pande zote mbili, au ni ya yai madogo?',
      'Amabala masongovu ku njuyi zombi, oba matono ga ggi?',
    ),
    answers: [
      {
        id: 'pointed',
        label: localize('Pointed at both ends', 'Yana ncha pande zote mbili', 'Masongovu ku njuyi zombi'),
        cardId: 'rice-blast',
        fits: ['rice-blast'],
      },
      {
        id: 'oval',
        label: localize('Small ovals', 'Ya yai madogo', 'Matono ga ggi'),
        cardId: 'rice-brown-spot',
        fits: ['rice-brown-spot'],
      },
    ],
    strength: 3,
    sources: ['I1', 'S1', 'KUTU'],
  },
  {
    id: 'place-of-powder',
    crop: 'wheat',
    question: localize('Where is the powder?', 'Unga uko wapi?', 'Olufuufu luli ludda wa?'),
    answers: [
      {
        id: 'stem',
        label: localize('On the stem, torn edges', 'Kwenye shina, kingo zimechanika', 'Ku nduli, awayulise'),
        cardId: 'wheat-stem-rust',
        fits: ['wheat-stem-rust'],
      },
      {
        id: 'dots',
        label: localize(
          'Scattered orange dots',
          'Vidoa vya chungwa vilivyotawanyika',
          'Obutonnyeze bwa kacungwa obusaasaanye',
        ),
        cardId: 'wheat-leaf-rust',
        fits: ['wheat-leaf-rust'],
      },
      {
        id: 'rows',
        label: localize('Yellow rows', 'Mistari ya manjano', 'Ennyiriri za kyenvu'),
        cardId: 'wheat-stripe-rust',
        fits: ['wheat-stripe-rust'],
      },
    ],
    strength: 5,
    sources: ['W1', 'W2', 'R1', 'KUTU'],
  },
]

/** Returns the question with this id; undefined for an unknown one. */
export const findQuestion = (id: string): FieldQuestion | undefined => fieldQuestions.find(each => each.id === id)

/** Returns whether a question has this answer, which may be `unknownAnswer`. */
export const hasAnswer = ({ answers }: FieldQuestion, answerId: string): boolean =>
  answerId === unknownAnswer || answers.some(({ id }) => id === answerId)
