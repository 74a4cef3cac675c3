import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getConfidenceBand } from '../result/confidence-band.ts'
import { useDiseaseName } from '../result/disease-name.ts'
import type { Shareable } from './share.ts'

const maxSteps = 3

/** Returns the first three advice steps, for places with little room. */
export const getFirstSteps = ({ feedback }: Analysis): readonly string[] => feedback.advice.slice(0, maxSteps)

/** Returns the result as a message to share. It contains no personal data and no location. */
export function useShareMessage(analysis: Analysis): Shareable {
  const { t, percent, number } = useTranslation()
  const name = useDiseaseName()(analysis)
  const band = t(`answer.band.${getConfidenceBand(analysis)}`)
  const summary = t('answer.share_text', { band, name, confidence: percent(analysis.confidence) })
  const steps = getFirstSteps(analysis).map((step, index) => `${number(index + 1)}. ${step}`)
  return {
    title: name,
    text: [summary, ...steps, t('answer.share_more')].join('\n'),
    url: `${window.location.origin}/learn/${analysis.educational_resources[0]?.id ?? ''}`,
  }
}

/** Returns the result as short pieces to read aloud: some devices stop in the middle of a long utterance. */
export function useSpokenResult(analysis: Analysis): readonly string[] {
  const { t, percent, number } = useTranslation()
  const name = useDiseaseName()(analysis)
  const band = t(`answer.band.${getConfidenceBand(analysis)}`)
  const steps = getFirstSteps(analysis)
  return [
    t('speech.result', { band, name, confidence: percent(analysis.confidence) }),
    t(analysis.verdict === 'uncertain' ? 'answer.do_next' : 'answer.do_today'),
    ...steps.map((step, index) => t('speech.step', { number: number(index + 1), step })),
  ]
}
