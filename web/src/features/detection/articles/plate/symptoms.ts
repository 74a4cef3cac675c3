/** Shape and colors of the marks of one disease. Sizes are in units of the drawing (320 x 150). */
export interface Symptom {
  shape: 'ellipse' | 'spindle' | 'rectangle' | 'angular'
  count: number
  /** Smallest and largest half length, along the leaf. */
  halfLength: [number, number]
  /** Width of a mark as a share of its length: 1 is round. */
  aspect: number
  /** From the outside to the inside: color and distance inside the edge of the mark. Negative: a halo around it. */
  layers: { color: string; inset: number }[]
  /** Marks stand in rows along the veins. */
  inRows?: true
}

/** The symptoms by id of the card. Cards about several diseases, insects or healthy leaves have none. */
export const symptoms: Record<string, Symptom> = {
  'beans-rust': {
    shape: 'ellipse',
    count: 60,
    halfLength: [1.6, 3.2],
    aspect: 1,
    layers: [
      { color: '#E6CF6A', inset: -1.7 },
      { color: '#8A3A18', inset: 0 },
      { color: '#B85C26', inset: 1.1 },
    ],
  },
  'beans-angular-leaf-spot': {
    shape: 'angular',
    count: 22,
    halfLength: [5, 10],
    aspect: 0.9,
    layers: [
      { color: '#5A4630', inset: 0 },
      { color: '#8B7355', inset: 1 },
    ],
  },
  'maize-common-rust': {
    shape: 'ellipse',
    count: 75,
    halfLength: [2.5, 5],
    aspect: 0.42,
    layers: [
      { color: '#C9C46B', inset: -0.8 },
      { color: '#8C3F1B', inset: 0 },
      { color: '#B8622B', inset: 0.6 },
    ],
  },
  'maize-gray-leaf-spot': {
    shape: 'rectangle',
    count: 17,
    halfLength: [9, 20],
    aspect: 0.19,
    layers: [
      { color: '#8A6F45', inset: 0 },
      { color: '#BBA988', inset: 0.6 },
    ],
  },
  'maize-northern-leaf-blight': {
    shape: 'spindle',
    count: 6,
    halfLength: [28, 48],
    aspect: 0.22,
    layers: [
      { color: '#6F6A45', inset: 0 },
      { color: '#AFA37C', inset: 1.2 },
    ],
  },
  'maize-streak-virus': {
    shape: 'rectangle',
    count: 110,
    halfLength: [5, 14],
    aspect: 0.09,
    layers: [{ color: '#E8E08A', inset: 0 }],
    inRows: true,
  },
  'rice-blast': {
    shape: 'spindle',
    count: 13,
    halfLength: [8, 13],
    aspect: 0.48,
    layers: [
      { color: '#7A3E1C', inset: 0 },
      { color: '#C9C2B0', inset: 1.3 },
    ],
  },
  'rice-brown-spot': {
    shape: 'ellipse',
    count: 32,
    halfLength: [2.6, 4.6],
    aspect: 0.72,
    layers: [
      { color: '#DCC765', inset: -1.3 },
      { color: '#6B3A1B', inset: 0 },
      { color: '#A98A63', inset: 1.2 },
    ],
  },
  'wheat-leaf-rust': {
    shape: 'ellipse',
    count: 85,
    halfLength: [1.5, 2.7],
    aspect: 0.75,
    layers: [
      { color: '#D8C765', inset: -0.8 },
      { color: '#C0641F', inset: 0 },
    ],
  },
  'wheat-stripe-rust': {
    shape: 'ellipse',
    count: 260,
    halfLength: [1.6, 3],
    aspect: 0.5,
    layers: [{ color: '#EFC02F', inset: 0 }],
    inRows: true,
  },
}
