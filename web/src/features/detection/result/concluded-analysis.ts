import { findCard } from '@kutu/advice/cards/all-cards'
import { buildDiagnosisReply, type DiagnosisReader } from '@kutu/advice/diagnosis-reply'
import type { Analysis, FieldAnswer } from '@kutu/contract/detection'
import { concludeClass } from './confidence-band.ts'

/** Returns the analysis with the farmer's answers, as the server will: works without a network. */
export function withAnswers(
  analysis: Analysis,
  answers: readonly FieldAnswer[],
  reader: Omit<DiagnosisReader, 'origin'>,
): Analysis {
  const { rust_class: rustClass, affected_area: affectedArea, candidates, ...rest } = analysis
  const finding = {
    ...rest,
    rustClass,
    affectedArea,
    candidates: candidates.map(({ rust_class, ...candidate }) => ({ rustClass: rust_class, ...candidate })),
  }
  return { ...analysis, ...buildDiagnosisReply(finding, { ...reader, origin: window.location.origin }, answers) }
}

/** Returns what to show of an analysis: the answer of model and farmer together, with its disease. */
export function getConcluded(analysis: Analysis): Analysis {
  const { after_answers: conclusion } = analysis
  if (conclusion === null) return analysis
  return { ...concludeClass(analysis), disease: findCard(conclusion.card)?.diseases[0] ?? null }
}
