import { buildAdvice } from '@kutu/advice/advice'
import type { Language } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/verdict'

/**
 * The recipient of a reply: the text is in their language and omits products that their country's law does not allow to
 * name. Links start with `origin`, the address under which the reader reaches this server.
 */
export type Reader = { language: Language; country: string | null; origin: string }

type DiagnosisReply = Omit<
  Analysis,
  'id' | 'farmer_id' | 'image' | 'uploaded_at' | 'heatmap' | 'model_version' | 'quality' | 'photos'
>

/** Turns a resolved finding into the reply fields that HTTP and the command line share. */
export function toDiagnosisReply(finding: Finding, { language, country, origin }: Reader): DiagnosisReply {
  const { rustClass, confidence, probabilities, disease, crop, verdict, affectedArea } = finding
  const advice = buildAdvice({ productClass: rustClass, crop, disease, verdict, language, country })
  const { common_rust, healthy, other_disease } = probabilities
  return {
    rust_class: rustClass,
    confidence,
    probabilities: { common_rust, healthy, other_disease },
    disease,
    crop,
    verdict,
    affected_area: affectedArea,
    feedback: { ...advice.feedback, spray: advice.spray, confidence },
    educational_resources: advice.resources.map(({ id, title, url, description }) => ({
      id,
      title,
      url: `${origin}${url}`,
      description,
    })),
  }
}
