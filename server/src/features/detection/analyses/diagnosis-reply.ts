import { buildDiagnosisReply } from '@kutu/advice/diagnosis-reply'
import type { Language } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/verdict'

/**
 * Who reads an answer: it is said in their language, and what their country's law lets nobody name is left out. Links
 * begin with `origin`, where the reader reaches this server.
 */
export type Reader = { language: Language; country: string | null; origin: string }

type DiagnosisReply = Omit<
  Analysis,
  'id' | 'farmer_id' | 'image' | 'uploaded_at' | 'heatmap' | 'model_version' | 'quality' | 'photos'
>

/** What a settled finding means, in words: the part of an answer that HTTP and the terminal share. */
export function toDiagnosisReply(finding: Finding, reader: Reader): DiagnosisReply {
  return buildDiagnosisReply(finding, reader)
}
