import type { Analysis, QualityWarning } from '@kutu/contract/detection'
import type { ReactNode, Ref } from 'react'
import { hasSession } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isAnswered } from './confidence-band.ts'
import { AnswerDetails } from './details/AnswerDetails.tsx'
import { AnswerActions } from './summary/AnswerActions.tsx'
import { AnswerCrop } from './summary/AnswerCrop.tsx'
import { AnswerHeading } from './summary/AnswerHeading.tsx'
import { AnswerPhoto } from './summary/AnswerPhoto.tsx'
import { Candidates } from './summary/Candidates.tsx'
import { ComparePlates } from './summary/ComparePlates.tsx'

type Props = {
  analysis: Analysis
  headingRef?: Ref<HTMLHeadingElement> | undefined
  /** Shown below the buttons, such as where the result comes from. */
  footnote?: ReactNode
  /** Key of the photo in the outbox, as long as it has no analysis. */
  photoKey?: string | undefined
  /** Takes another photo; left out, the button leads to the upload screen. */
  onRetake?: (() => void) | undefined
}

/**
 * Shows an analysis. Photo, answer, what to do today and the buttons fit on one screen of a phone; the rest is folded.
 */
export function AnalysisResult({ analysis, headingRef, footnote, photoKey, onRetake }: Props) {
  const { t } = useTranslation()
  const hasAnswer = isAnswered(analysis)
  return (
    <section aria-label={t('answer.region')} className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 lg:grid lg:grid-cols-2 lg:items-start lg:gap-8">
        <AnswerPhoto key={analysis.image} analysis={analysis} hasAnswer={hasAnswer} />
        <div className="flex flex-col gap-3">
          <AnswerHeading analysis={analysis} ref={headingRef} />
          <AnswerCrop key={analysis.id} analysis={analysis} />
          {hasAnswer ? <FirstDeed analysis={analysis} /> : <Candidates analysis={analysis} />}
          <AnswerActions {...{ analysis, photoKey, onRetake }} />
          <AnswerFooter analysis={analysis} />
          {footnote}
        </div>
      </div>
      <ComparePlates key={analysis.id} analysis={analysis} />
      {!analysis.photos && <QualityNotice quality={analysis.quality} />}
      <AnswerDetails analysis={analysis} />
    </section>
  )
}

/** Small: the confidence, with the class that it is of, and the way to the articles. */
function AnswerFooter({ analysis }: { analysis: Analysis }) {
  const { t, percent } = useTranslation()
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 text-xs sm:text-sm">
      <span>
        {t('answer.confidence_in', { answer: analysis.rust_class, confidence: percent(analysis.confidence) })}
      </span>
      <TextLink to={hasSession() ? '/account/addresses/education-resources' : '/learn'}>
        {t('answer.education')}
      </TextLink>
    </p>
  )
}

/** The one thing to do today. All steps follow below. */
function FirstDeed({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const [step] = analysis.feedback.advice
  if (step === undefined) return null
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-leaf-ink p-3 text-white sm:p-4">
      <h3 className="text-sm font-normal">{t('answer.do_today')}</h3>
      <p className="text-lg leading-snug font-bold text-pretty">{getFirstSentence(step)}</p>
    </div>
  )
}

/** Returns a step where it is short, else its first sentence, for places with little room. */
const getFirstSentence = (step: string): string =>
  step.length <= 60 ? step : (/^.+?[.!?](?=\s)/.exec(step)?.[0] ?? step)

/** Lists the photo's quality problems. Renders nothing when there are none. */
function QualityNotice({ quality }: { quality: readonly QualityWarning[] }) {
  const { t } = useTranslation()
  if (quality.length === 0) return null
  return (
    <Notice kind="warning" title={t('quality.title')}>
      {quality.map(warning => (
        <p key={warning} className="max-w-prose">
          {t(`quality.${warning}`)}
        </p>
      ))}
    </Notice>
  )
}
