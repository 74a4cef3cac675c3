import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getConfidenceBand } from '../result/confidence-band.ts'
import { useDiseaseName } from '../result/disease-name.ts'
import type { Shareable } from './share.ts'

const maxSteps = 3

/** What is told of the advice where there is room for a little only: its first three steps. */
export const getFirstSteps = ({ feedback }: Analysis): readonly string[] => feedback.advice.slice(0, maxSteps)

/** An answer as a message to somebody: what it is, how sure, what to do. Nothing of whose it is or of where. */
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

/** An answer as it is read aloud, in pieces: some devices fall silent in the middle of a long one. */
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
