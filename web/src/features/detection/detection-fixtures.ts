import type { Analysis, PlantPhoto } from '@kutu/contract/detection'

/** Builds a confident analysis of a maize leaf with common rust. */
export const makeAnalysis = (changes: Partial<Analysis> = {}): Analysis => ({
  id: '11111111-1111-7111-8111-111111111111',
  farmer_id: '00000000-0000-7000-8000-000000000001',
  image: '/files/leaf.jpg',
  uploaded_at: '2026-11-20T08:00:00Z',
  rust_class: 'common_rust',
  confidence: 0.93,
  probabilities: { common_rust: 0.95, healthy: 0.03, other_disease: 0.02 },
  disease: 'common_rust',
  crop: 'maize',
  crop_type: null,
  crop_estimate: { crop: 'maize', probability: 0.98 },
  verdict: 'confident',
  band: 'confident',
  affected_area: 0.2,
  heatmap: '/files/heatmap.png',
  feedback: {
    message: 'This is common rust.',
    explanation: 'Rust grows on the leaf.',
    advice: ['Look at ten plants.', 'Plant a resistant variety.', 'Ask a neighbor.', 'Come back in a week.'],
    spray: [],
    confidence: 0.93,
  },
  educational_resources: [
    {
      id: 'common_rust',
      title: 'Common rust of maize',
      url: '/learn/common_rust',
      description: 'What rust is.',
      resource_type: 'article',
      created_at: '2026-11-15T00:00:00.000Z',
    },
  ],
  model_version: '2026.01.01-1',
  quality: [],
  candidates: [
    { rust_class: 'common_rust', crop: 'maize', disease: 'common_rust', probability: 0.95 },
    { rust_class: 'healthy', crop: 'maize', disease: 'healthy', probability: 0.03 },
    { rust_class: 'other_disease', crop: 'maize', disease: 'gray_leaf_spot', probability: 0.02 },
  ],
  answers: [],
  after_answers: null,
  ...changes,
})

/** Builds a photo of a plant analysis that shows a leaf with common rust. */
export const makePlantPhoto = (position: number): PlantPhoto => ({
  id: `22222222-2222-7222-8222-22222222222${position}`,
  position,
  is_leaf: true,
  image: `/files/leaf-${position}.jpg`,
  heatmap: null,
  rust_class: 'common_rust',
  confidence: 0.93,
  verdict: 'confident',
  band: 'confident',
  quality: [],
  message: null,
})
