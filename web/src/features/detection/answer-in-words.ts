import type { Analysis } from '@kutu/contract/detection'
import { useText } from '../../text/use-text.ts'
import { bandOf } from './answer-bands.ts'
import { useFindingName } from './finding.ts'
import type { Shareable } from './share.ts'

const most = 3

/** What is told of the advice where there is room for a little only: its first three steps. */
export const firstSteps = ({ feedback }: Analysis): readonly string[] => feedback.advice.slice(0, most)

/** An answer as a message to somebody: what it is, how sure, what to do. Nothing of whose it is or of where. */
export function useMessage(analysis: Analysis): Shareable {
  const { t, percent, number } = useText()
  const name = useFindingName()(analysis)
  const band = t(`answer.band.${bandOf(analysis)}`)
  const said = t('answer.share_text', { band, name, confidence: percent(analysis.confidence) })
  const steps = firstSteps(analysis).map((step, at) => `${number(at + 1)}. ${step}`)
  return {
    title: name,
    text: [said, ...steps, t('answer.share_more')].join('\n'),
    url: `${window.location.origin}/learn/${analysis.educational_resources[0]?.id ?? ''}`,
  }
}

/** An answer as it is read aloud, in pieces: some devices fall silent in the middle of a long one. */
export function useSpokenAnswer(analysis: Analysis): readonly string[] {
  const { t, percent, number } = useText()
  const name = useFindingName()(analysis)
  const band = t(`answer.band.${bandOf(analysis)}`)
  const steps = firstSteps(analysis)
  return [
    t('speech.result', { band, name, confidence: percent(analysis.confidence) }),
    t(analysis.verdict === 'uncertain' ? 'answer.do_next' : 'answer.do_today'),
    ...steps.map((step, at) => t('speech.step', { number: number(at + 1), step })),
  ]
}
