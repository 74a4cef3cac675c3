import { type Band, buildAdvice } from './advice.ts'
import type { Language, ProductClass } from './disease-card.ts'

/** The answer about a leaf. Same shape as vision's Finding, which this package does not import. */
export interface DiagnosisFinding {
  rustClass: ProductClass
  confidence: number
  probabilities: Record<ProductClass, number>
  disease: string | null
  /** `other` when the farmer says that it is a crop that the model does not know. */
  crop: string | null
  band: Band
  verdict: 'confident' | 'uncertain'
  affectedArea: number | null
}

/** The recipient of a reply. `origin` is the origin of the links to articles, `country` an ISO 3166 code. */
export interface DiagnosisReader {
  language: Language
  country: string | null
  origin: string
}

/**
 * Returns the fields of the API's `Analysis` that follow from the finding and the reader: the answer with its advice.
 * The server, the command line and the phone all use it; each adds ids, images and times.
 */
export function buildDiagnosisReply(finding: DiagnosisFinding, { language, country, origin }: DiagnosisReader) {
  const { rustClass, confidence, disease, crop, band, verdict, affectedArea } = finding
  const { common_rust, healthy, other_disease } = finding.probabilities
  const advice = buildAdvice({ productClass: rustClass, crop, disease, band, language, country })
  return {
    rust_class: rustClass,
    confidence,
    probabilities: { common_rust, healthy, other_disease },
    disease,
    crop,
    verdict,
    affected_area: affectedArea,
    feedback: { ...advice.feedback, spray: advice.spray, confidence },
    educational_resources: advice.resources.map(({ id, title, url, description, reviewedOn }) => ({
      id,
      title,
      url: `${origin}${url}`,
      description,
      resource_type: 'article' as const,
      created_at: `${reviewedOn}T00:00:00.000Z`,
    })),
  }
}

/**
 * Returns whether an answer names a class; the others say that Kutu cannot tell yet. Where the class is in doubt, so are the
 * marked spots and the affected area.
 */
export const isAnswered = ({ band }: Pick<DiagnosisFinding, 'band'>): boolean =>
  band === 'confident' || band === 'likely'
