import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getConfidenceBand, isAnswered } from '../result/confidence-band.ts'
import { useAnswerTitle } from '../result/disease-name.ts'
import { useUnsureReason } from '../result/summary/use-unsure-reason.ts'
import type { Shareable } from './share.ts'

const maxSteps = 3

/** Returns the first three advice steps, for places with little room. */
export const getFirstSteps = ({ feedback }: Analysis): readonly string[] => feedback.advice.slice(0, maxSteps)

/** Returns the result as a message to share. It contains no personal data and no location. */
export function useShareMessage(analysis: Analysis): Shareable {
  const { t, percent, number } = useTranslation()
  const title = useAnswerTitle()(analysis)
  const band = t(`answer.band.${getConfidenceBand(analysis)}`)
  const summary = isAnswered(analysis)
    ? t('answer.share_text', { band, name: title, confidence: percent(analysis.confidence) })
    : t('unsure.share_text')
  const steps = getFirstSteps(analysis).map((step, index) => `${number(index + 1)}. ${step}`)
  return {
    title,
    text: [summary, ...steps, t('answer.share_more')].join('\n'),
    url: `${window.location.origin}/learn/${analysis.educational_resources[0]?.id ?? ''}`,
  }
}

/** Returns the result as short pieces to read aloud: some devices stop in the middle of a long utterance. */
export function useSpokenResult(analysis: Analysis): readonly string[] {
  const { t, number } = useTranslation()
  const title = useAnswerTitle()(analysis)
  const reason = useUnsureReason(analysis)
  const band = t(`answer.band.${getConfidenceBand(analysis)}`)
  const hasAnswer = isAnswered(analysis)
  return [
    hasAnswer ? `${band}: ${title}.` : `${title}. ${reason}`,
    t(hasAnswer ? 'answer.do_today' : 'answer.do_next'),
    ...getFirstSteps(analysis).map((step, index) => t('speech.step', { number: number(index + 1), step })),
  ]
}
