import { buildDiagnosisReply } from '@kutu/advice/diagnosis-reply'
import type { Language } from '@kutu/contract/common'
import type { FieldAnswer } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/verdict'

/**
 * The recipient of a reply: the text is in their language and omits products that their country's law does not allow to
 * name. Links start with `origin`, the address under which the reader reaches this server.
 */
export type Reader = { language: Language; country: string | null; origin: string }

/** Turns a resolved finding into the reply fields that HTTP and the command line share. */
export function toDiagnosisReply(
  finding: Finding,
  reader: Reader,
  answers: readonly FieldAnswer[] = [],
): ReturnType<typeof buildDiagnosisReply> {
  return buildDiagnosisReply(finding, reader, answers)
}
