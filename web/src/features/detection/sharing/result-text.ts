import { isConclusive } from '@kutu/contract/bands'
import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getConfidenceBand } from '../result/confidence-band.ts'
import { useAnswerTitle } from '../result/disease-name.ts'
import { bandLooks, getAnswerTone } from '../result/summary/AnswerHeading.tsx'
import { useUnsureReason } from '../result/summary/use-unsure-reason.ts'
import type { LeafCard } from './leaf-card.ts'
import type { Shareable } from './ShareButton.tsx'

const maxSteps = 3

/** Returns the first three advice steps, for places with little room. */
export const getFirstSteps = ({ feedback }: Analysis): readonly string[] => feedback.advice.slice(0, maxSteps)

/** Returns the first step where it is short, else its first sentence, for places with little room. */
export function getFirstDeed({ feedback: { advice } }: Analysis): string {
  const [step = ''] = advice
  return step.length <= 60 ? step : (/^.+?[.!?](?=\s)/.exec(step)?.[0] ?? step)
}

/** Returns the result as a message and as a picture. Neither says who the farmer is, nor where. */
export function useLeafCard(analysis: Analysis): { message: Shareable; card: LeafCard } {
  const { t } = useTranslation()
  const title = useAnswerTitle()(analysis)
  const hasAnswer = isConclusive(analysis.band)
  const band = getConfidenceBand(analysis.band)
  const bandText = t(`answer.band.${band}`)
  const deed = { label: t(hasAnswer ? 'answer.do_today' : 'answer.do_next'), text: getFirstDeed(analysis) }
  const invitation = t('answer.share_own')
  const summary = hasAnswer ? t('answer.share_text', { band: bandText, name: title }) : t('unsure.share_text')
  const { host, origin } = window.location
  return {
    message: {
      title,
      text: [summary, `${deed.label}: ${deed.text}`, `${invitation}:`].join('\n'),
      url: `${origin}/try`,
    },
    card: {
      photo: analysis.image,
      heatmap: hasAnswer ? analysis.heatmap : null,
      title,
      band: { text: bandText, filled: bandLooks[band].filled },
      tone: getAnswerTone(analysis),
      deed,
      invitation,
      link: `${host}/try`,
    },
  }
}

/** Returns the result as short pieces to read aloud: some devices stop in the middle of a long utterance. */
export function useSpokenResult(analysis: Analysis): readonly string[] {
  const { t, number } = useTranslation()
  const title = useAnswerTitle()(analysis)
  const reason = useUnsureReason(analysis)
  const band = t(`answer.band.${getConfidenceBand(analysis.band)}`)
  const hasAnswer = isConclusive(analysis.band)
  return [
    hasAnswer ? `${band}: ${title}.` : `${title}. ${reason}`,
    t(hasAnswer ? 'answer.do_today' : 'answer.do_next'),
    ...getFirstSteps(analysis).map((step, index) => t('speech.step', { number: number(index + 1), step })),
  ]
}
