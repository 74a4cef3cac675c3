import { findCard } from '@kutu/advice/cards/all-cards'
import { buildDiagnosisReply, type DiagnosisReader } from '@kutu/advice/diagnosis-reply'
import type { Analysis, FieldAnswer } from '@kutu/contract/detection'

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

/**
 * Returns what to show of an analysis: the answer of model and farmer together, where the farmer has answered questions. Spots
 * are marked only for the class that the model itself saw.
 */
export function getConcluded(analysis: Analysis): Analysis {
  const { after_answers: conclusion, rust_class, heatmap, affected_area } = analysis
  if (conclusion === null) return analysis
  const isSameClass = conclusion.rust_class === rust_class
  return {
    ...analysis,
    rust_class: conclusion.rust_class,
    confidence: conclusion.probability,
    band: conclusion.band,
    verdict: conclusion.band === 'confident' ? 'confident' : 'uncertain',
    disease: findCard(conclusion.card)?.diseases[0] ?? null,
    heatmap: isSameClass ? heatmap : null,
    affected_area: isSameClass ? affected_area : null,
  }
}
