import type { Organ } from './leaf-shapes.ts'

/** A color and how far it reaches beyond the core of the mark. */
interface ColorLayer {
  color: string
  reach: number
}

/** Marks of one shape. Sizes are in units of the drawing (320 x 150). */
export interface Marks {
  shape: 'ellipse' | 'spindle' | 'rectangle' | 'angular' | 'ragged'
  /** Number at the late stage. */
  count: number
  /** Smallest and largest half length of the core, along the leaf. */
  halfLength: [number, number]
  /** Width of a mark as a share of its length: 1 is round. */
  aspect: number
  /** From the outside to the core, whose reach is 0. */
  layers: ColorLayer[]
  /** Marks stand in rows along the veins. */
  inRows?: true
  /** The part of the leaf with marks; left out, all of it. */
  range?: [number, number]
}

/** Dead tissue along the edges. `from` is where it starts on the way to the tip at the late stage. */
export interface EdgeBand {
  from: number
  depth: number
  layers: ColorLayer[]
}

/** The signs of one disease on a leaf. Without marks and band the leaf is healthy. */
export interface Symptom {
  organ: Organ
  marks: Marks[]
  band?: EdgeBand
  /** Center of the close-up, along the leaf. */
  closeUpAt?: number
  /** A leaf that has turned yellowish. */
  pale?: true
  /** The core of the last marks is a hole, and a caterpillar sits at the close-up. */
  isEaten?: true
}

const healthy = (organ: Organ): Symptom => ({ organ, marks: [] })

/** The symptoms by id of the disease card, and the healthy leaf of each crop. */
export const symptoms = {
  'beans-healthy': healthy('beans'),
  'maize-healthy': healthy('maize'),
  'wheat-healthy': healthy('wheat'),
  'rice-healthy': healthy('rice'),
  'beans-rust': {
    organ: 'beans',
    marks: [
      {
        shape: 'ellipse',
        count: 60,
        halfLength: [0.8, 2.2],
        aspect: 1,
        layers: [
          { color: '#E6CF6A', reach: 2.8 },
          { color: '#8A3A18', reach: 1.1 },
          { color: '#B85C26', reach: 0 },
        ],
      },
    ],
  },
  'beans-angular-leaf-spot': {
    organ: 'beans',
    marks: [
      {
        shape: 'angular',
        count: 24,
        halfLength: [4, 8.5],
        aspect: 0.9,
        layers: [
          { color: '#C9C96A', reach: 2.2 },
          { color: '#5A4630', reach: 1.2 },
          { color: '#8B7355', reach: 0 },
        ],
      },
    ],
  },
  'maize-common-rust': {
    organ: 'maize',
    marks: [
      {
        shape: 'ellipse',
        count: 75,
        halfLength: [2, 4.4],
        aspect: 0.42,
        layers: [
          { color: '#C9C46B', reach: 1.4 },
          { color: '#8C3F1B', reach: 0.6 },
          { color: '#B8622B', reach: 0 },
        ],
      },
    ],
  },
  'maize-gray-leaf-spot': {
    organ: 'maize',
    marks: [
      {
        shape: 'rectangle',
        count: 26,
        halfLength: [9, 20],
        aspect: 0.17,
        layers: [
          { color: '#8A6F45', reach: 0.6 },
          { color: '#BBA988', reach: 0 },
        ],
      },
    ],
  },
  'maize-northern-leaf-blight': {
    organ: 'maize',
    marks: [
      {
        shape: 'spindle',
        count: 6,
        halfLength: [28, 46],
        aspect: 0.2,
        layers: [
          { color: '#6F6A45', reach: 1.2 },
          { color: '#B7AA84', reach: 0 },
        ],
      },
    ],
  },
  'maize-leaf-blight': {
    organ: 'maize',
    marks: [
      {
        shape: 'spindle',
        count: 2,
        halfLength: [34, 42],
        aspect: 0.2,
        range: [150, 260],
        layers: [
          { color: '#6F6A45', reach: 1.2 },
          { color: '#B7AA84', reach: 0 },
        ],
      },
      {
        shape: 'ellipse',
        count: 20,
        halfLength: [3.4, 8.4],
        aspect: 0.36,
        range: [10, 140],
        layers: [
          { color: '#7C3F34', reach: 0.8 },
          { color: '#C2AE84', reach: 0 },
        ],
      },
    ],
  },
  'maize-streak-virus': {
    organ: 'maize',
    marks: [
      {
        shape: 'rectangle',
        count: 110,
        halfLength: [5, 14],
        aspect: 0.09,
        layers: [{ color: '#E8E08A', reach: 0 }],
        inRows: true,
      },
    ],
  },
  'maize-lethal-necrosis': {
    organ: 'maize',
    pale: true,
    closeUpAt: 208,
    marks: [
      {
        shape: 'ellipse',
        count: 60,
        halfLength: [2, 8],
        aspect: 0.3,
        layers: [{ color: '#E3E08F', reach: 0 }],
      },
    ],
    band: {
      from: 110,
      depth: 17,
      layers: [
        { color: '#D8C45E', reach: 2.5 },
        { color: '#C0A06A', reach: 0 },
      ],
    },
  },
  'maize-fall-armyworm': {
    organ: 'maize',
    isEaten: true,
    closeUpAt: 150,
    marks: [
      {
        shape: 'rectangle',
        count: 16,
        halfLength: [5, 12],
        aspect: 0.3,
        layers: [{ color: '#D9DFB4', reach: 0 }],
      },
      {
        shape: 'ragged',
        count: 14,
        halfLength: [6, 15],
        aspect: 0.75,
        layers: [{ color: '#A8874C', reach: 0 }],
      },
    ],
  },
  'rice-blast': {
    organ: 'rice',
    marks: [
      {
        shape: 'spindle',
        count: 13,
        halfLength: [5.5, 9.5],
        aspect: 0.36,
        layers: [
          { color: '#7A3E1C', reach: 1.2 },
          { color: '#D3CDBD', reach: 0 },
        ],
      },
    ],
  },
  'rice-brown-spot': {
    organ: 'rice',
    marks: [
      {
        shape: 'ellipse',
        count: 32,
        halfLength: [1.2, 3],
        aspect: 0.72,
        layers: [
          { color: '#DCC765', reach: 2.5 },
          { color: '#6B3A1B', reach: 1.3 },
          { color: '#A98A63', reach: 0 },
        ],
      },
    ],
  },
  'rice-bacterial-leaf-blight': {
    organ: 'rice',
    closeUpAt: 205,
    marks: [],
    band: {
      from: 40,
      depth: 10,
      layers: [
        { color: '#DDCB62', reach: 2 },
        { color: '#E6DAB4', reach: 0 },
      ],
    },
  },
  'wheat-leaf-rust': {
    organ: 'wheat',
    marks: [
      {
        shape: 'ellipse',
        count: 85,
        halfLength: [1.5, 2.7],
        aspect: 0.75,
        layers: [
          { color: '#D8C765', reach: 0.8 },
          { color: '#C0641F', reach: 0 },
        ],
      },
    ],
  },
  'wheat-stripe-rust': {
    organ: 'wheat',
    marks: [
      {
        shape: 'ellipse',
        count: 135,
        halfLength: [2.4, 4.6],
        aspect: 0.36,
        layers: [{ color: '#EFC02F', reach: 0 }],
        inRows: true,
      },
    ],
  },
  'wheat-stem-rust': {
    organ: 'wheat-stem',
    closeUpAt: 130,
    marks: [
      {
        shape: 'ragged',
        count: 26,
        halfLength: [5, 12],
        aspect: 0.24,
        layers: [
          { color: '#E4DBAF', reach: 1.9 },
          { color: '#6E2412', reach: 0.9 },
          { color: '#A4471D', reach: 0 },
        ],
      },
    ],
  },
} as const satisfies Record<string, Symptom>

export type PlateId = keyof typeof symptoms

const isPlateId = (id: string): id is PlateId => Object.hasOwn(symptoms, id)

/** Returns true for the plate of a healthy leaf. */
export const isHealthyPlate = (id: PlateId): boolean => id.endsWith('-healthy')

/** Cards about several diseases or several crops. */
const cardPlates: Record<string, readonly PlateId[]> = {
  healthy: ['beans-healthy', 'maize-healthy', 'wheat-healthy', 'rice-healthy'],
  rust: ['beans-rust', 'maize-common-rust', 'wheat-leaf-rust', 'wheat-stripe-rust'],
  'wheat-rust': ['wheat-leaf-rust', 'wheat-stripe-rust', 'wheat-stem-rust'],
  'other-disease': ['beans-angular-leaf-spot', 'maize-gray-leaf-spot', 'maize-streak-virus', 'rice-blast'],
}

/** Returns the plates of a disease card: one, or several for a card about several diseases or crops. */
export const findPlateIds = (cardId: string): readonly PlateId[] =>
  isPlateId(cardId) ? [cardId] : (cardPlates[cardId] ?? [])

/** Returns the plate of a card for a leaf of one crop: the first of that crop, or else of any. */
export function findPlateId(cardId: string, crop: string | null): PlateId | undefined {
  const ids = findPlateIds(cardId)
  return ids.find(id => id.startsWith(`${crop}-`)) ?? ids[0]
}
