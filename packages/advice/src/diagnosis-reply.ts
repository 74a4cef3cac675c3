import { type Band, buildAdvice } from './advice.ts'
import type { Language, ProductClass } from './disease-card.ts'
import { type Candidate, conclude, type GivenAnswer } from './evidence.ts'

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
  candidates: readonly Candidate[]
}

/**
 * The recipient of a reply: the text is in their language and omits products that the law of their country (ISO 3166 code)
 * does not allow to name. `origin`: the address under which the reader reaches the server, for links.
 */
export interface DiagnosisReader {
  language: Language
  country: string | null
  origin: string
}

/**
 * Returns the fields of the API's `Analysis` that follow from the finding, what the farmer has answered and the reader. The
 * advice and articles are those after the farmer's answers; all else is the model's.
 * The server, the command line and the phone all use it; each adds ids, images and times.
 */
export function buildDiagnosisReply(
  finding: DiagnosisFinding,
  { language, country, origin }: DiagnosisReader,
  answers: readonly GivenAnswer[] = [],
) {
  const { rustClass, confidence, disease, crop, verdict, affectedArea } = finding
  const { common_rust, healthy, other_disease } = finding.probabilities
  const conclusion = conclude(finding, answers)
  const band = conclusion?.band ?? finding.band
  const query = { productClass: rustClass, crop, disease, concludedCard: conclusion?.card }
  const advice = buildAdvice({ ...query, band, language, country })
  return {
    rust_class: rustClass,
    confidence,
    probabilities: { common_rust, healthy, other_disease },
    disease,
    crop,
    verdict,
    affected_area: affectedArea,
    candidates: finding.candidates.map(({ rustClass: rust_class, ...candidate }) => ({ rust_class, ...candidate })),
    answers: answers.map(({ question, answer }) => ({ question, answer })),
    after_answers: conclusion && {
      card: conclusion.card.id,
      rust_class: conclusion.rustClass,
      probability: conclusion.probability,
      band,
    },
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
