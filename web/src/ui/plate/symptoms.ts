import type { Organ } from './leaf-shapes.ts'

/** How far each color reaches beyond the core of the mark, from the outside to the core, whose reach is 0. */
type ColorLayers = Record<string, number>

/** Marks of one shape. Sizes are in units of the drawing (320 x 150). */
export interface Marks {
  shape: 'ellipse' | 'spindle' | 'rectangle' | 'angular' | 'ragged'
  /** Number at the late stage. */
  count: number
  /** Smallest and largest half length of the core, along the leaf. */
  halfLength: [number, number]
  /** Width of a mark as a share of its length: 1 is round. */
  aspect: number
  layers: ColorLayers
  /** Marks stand in rows along the veins. */
  inRows?: true
  /** The part of the leaf with marks; left out, all of it. */
  range?: [number, number]
}

/** Dead tissue along the edges. `from` is where it starts on the way to the tip at the late stage. */
export interface EdgeBand {
  from: number
  depth: number
  layers: ColorLayers
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
        layers: { '#E6CF6A': 2.8, '#8A3A18': 1.1, '#B85C26': 0 },
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
        layers: { '#C9C96A': 2.2, '#5A4630': 1.2, '#8B7355': 0 },
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
        layers: { '#C9C46B': 1.4, '#8C3F1B': 0.6, '#B8622B': 0 },
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
        layers: { '#8A6F45': 0.6, '#BBA988': 0 },
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
        layers: { '#6F6A45': 1.2, '#B7AA84': 0 },
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
        layers: { '#6F6A45': 1.2, '#B7AA84': 0 },
      },
      {
        shape: 'ellipse',
        count: 20,
        halfLength: [3.4, 8.4],
        aspect: 0.36,
        range: [10, 140],
        layers: { '#7C3F34': 0.8, '#C2AE84': 0 },
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
        layers: { '#E8E08A': 0 },
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
        layers: { '#E3E08F': 0 },
      },
    ],
    band: {
      from: 110,
      depth: 17,
      layers: { '#D8C45E': 2.5, '#C0A06A': 0 },
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
        layers: { '#D9DFB4': 0 },
      },
      {
        shape: 'ragged',
        count: 14,
        halfLength: [6, 15],
        aspect: 0.75,
        layers: { '#A8874C': 0 },
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
        layers: { '#7A3E1C': 1.2, '#D3CDBD': 0 },
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
        layers: { '#DCC765': 2.5, '#6B3A1B': 1.3, '#A98A63': 0 },
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
      layers: { '#DDCB62': 2, '#E6DAB4': 0 },
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
        layers: { '#D8C765': 0.8, '#C0641F': 0 },
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
        layers: { '#EFC02F': 0 },
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
        layers: { '#E4DBAF': 1.9, '#6E2412': 0.9, '#A4471D': 0 },
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
