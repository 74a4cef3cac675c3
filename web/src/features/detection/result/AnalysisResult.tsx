import { isConclusive } from '@kutu/contract/bands'
import type { Analysis, FieldAnswer, QualityWarning } from '@kutu/contract/detection'
import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import { type AnalysisRef, makeItem } from '../../../api/outbox/outbox-item.ts'
import { findAnalysisRef, mergeItem } from '../../../api/outbox/outbox-store.ts'
import { useOutbox } from '../../../api/outbox/use-outbox.ts'
import { hasSession, useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { findPlateId } from '../../../ui/plate/symptoms.ts'
import { useCountry } from '../articles/use-country.ts'
import { getFirstDeed } from '../sharing/result-text.ts'
import { getConcluded, withAnswers } from './concluded-analysis.ts'
import { AnswerDetails } from './details/AnswerDetails.tsx'
import { FieldQuestion } from './questions/FieldQuestion.tsx'
import { AnswerActions } from './summary/AnswerActions.tsx'
import { AnswerCrop, type AnswerCropProps } from './summary/AnswerCrop.tsx'
import { AnswerHeading } from './summary/AnswerHeading.tsx'
import { AnswerPhoto } from './summary/AnswerPhoto.tsx'
import { SamePlant } from './summary/SamePlant.tsx'

type Props = {
  analysis: Analysis
  headingRef?: Ref<HTMLHeadingElement> | undefined
  /** Below the answer, of which it gets the one that is shown, such as where the result comes from. */
  footnote?: ((shown: Analysis) => ReactNode) | undefined
  /** Key of the photo in the outbox, as long as it has no analysis. */
  photoKey?: string | undefined
  /** Called with what a visitor answers at the plant. */
  onAnswers?: ((answers: readonly FieldAnswer[]) => void) | undefined
  answerAgain?: AnswerCropProps['answerAgain']
  /** Leads a visitor to the sign-up, with what is shown. */
  onBook?: ((shown: Analysis) => Promise<void>) | undefined
  /** Takes another photo; left out, the button leads to the upload screen. */
  onRetake?: (() => void) | undefined
}

/**
 * Shows an analysis. Photo, answer, what to do today and the buttons fit on one screen of a phone; the rest is folded. A
 * doubtful answer asks back, and changes with what the farmer answers.
 */
export function AnalysisResult({
  analysis,
  headingRef,
  footnote,
  photoKey,
  onAnswers,
  answerAgain,
  ...actions
}: Props) {
  const { t } = useTranslation()
  const { answered, changeAnswers } = useFieldAnswers(analysis, { photoKey, onAnswers })
  const shown = getConcluded(answered)
  const hasAnswer = isConclusive(shown.band)
  return (
    <section aria-label={t('answer.region')} className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 lg:grid lg:grid-cols-2 lg:items-start lg:gap-8">
        <AnswerPhoto key={analysis.image} analysis={shown} hasAnswer={hasAnswer} />
        <div className="flex flex-col gap-3">
          <AnswerHeading analysis={shown} ref={headingRef} />
          <FieldQuestion analysis={answered} onChange={changeAnswers} />
          {hasAnswer && <FirstDeed analysis={shown} />}
          {needsRetake(shown) && <RetakeDrawing crop={shown.crop} />}
          <AnswerActions {...{ analysis: shown, photoKey, ...actions }} />
          <AnswerFooter analysis={answered} />
          <AnswerCrop key={analysis.id} {...{ analysis, answerAgain }} />
          {footnote?.(shown)}
          <SamePlant analysis={analysis} />
        </div>
      </div>
      {!analysis.photos && <QualityNotice quality={analysis.quality} />}
      <AnswerDetails analysis={shown} />
    </section>
  )
}

/** Small: the confidence, with the class that it is of or only comes closest to, and the way to the articles. */
function AnswerFooter({ analysis }: { analysis: Analysis }) {
  const { t, percent } = useTranslation()
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 text-xs sm:text-sm">
      <span>
        {analysis.after_answers && `${t('answer.photo_alone')} `}
        {t(isConclusive(analysis.band) ? 'answer.confidence_in' : 'answer.closest_in', {
          answer: analysis.rust_class,
          confidence: percent(analysis.confidence),
        })}
      </span>
      <TextLink to={hasSession() ? '/account/addresses/education-resources' : '/learn'}>
        {t('answer.education')}
      </TextLink>
    </p>
  )
}

/** Returns whether the photo itself is the reason that there is no answer. */
const needsRetake = ({ quality, band, crop_type }: Analysis) =>
  !isConclusive(band) && crop_type !== 'OTHER' && (quality.length > 0 || band === 'unfamiliar')

/** The one thing to do today. All steps follow below. */
function FirstDeed({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const deed = getFirstDeed(analysis)
  if (deed === '') return null
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-leaf-ink p-3 text-white sm:p-4">
      <h3 className="text-sm font-normal">{t('answer.do_today')}</h3>
      <p className="text-lg leading-snug font-bold text-pretty">{deed}</p>
    </div>
  )
}

/** Draws how the next photo should look: a leaf of the crop, if that is known, fills the phone. */
export function RetakeDrawing({ crop }: { crop: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-4 print:hidden">
      <span className="w-28 shrink-0 rounded-xl border-4 border-x-[10px] border-ink bg-leaf-tint">
        <PlateDrawing plateId={findPlateId('healthy', crop) ?? 'maize-healthy'} className="h-16 w-full" />
      </span>
      <p className="text-lg font-bold text-pretty">{t('unsure.retake')}</p>
    </div>
  )
}

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

const isSameLeaf = (a: AnalysisRef, b: AnalysisRef) =>
  'id' in a ? 'id' in b && a.id === b.id : 'itemKey' in b && a.itemKey === b.itemKey

type Options = {
  /** Key of the photo in the outbox, as long as it has no analysis. */
  photoKey: string | undefined
  onAnswers: ((answers: readonly FieldAnswer[]) => void) | undefined
}

/**
 * Returns an analysis with what the farmer has answered at the plant, and a function that changes the answers. Those that the
 * server does not have yet wait in the outbox; a visitor's stay on the screen.
 */
function useFieldAnswers(analysis: Analysis, { photoKey, onAnswers }: Options) {
  const { t, language } = useTranslation()
  const user = useUser()
  const [country] = useCountry()
  const outbox = useOutbox()
  const [given, setGiven] = useState<readonly FieldAnswer[]>()
  const { id } = analysis
  const ref: AnalysisRef | null = id !== '' ? { id } : photoKey !== undefined ? { itemKey: photoKey } : null
  const waiting = outbox.find(
    ({ kind, data }) => kind === 'answers' && ref !== null && data.analysis !== null && isSameLeaf(data.analysis, ref),
  )
  const answers = given ?? (waiting?.kind === 'answers' ? waiting.data.answers : analysis.answers)

  async function store(newAnswers: readonly FieldAnswer[]) {
    if (ref === null || user === null) return
    // The photo may have become an analysis since it was shown.
    const current = 'id' in ref ? ref : await findAnalysisRef(ref.itemKey)
    if (current === null) return
    const data = { analysis: current, answers: [...newAnswers] }
    await mergeItem(makeItem('answers', data), stored =>
      stored.analysis !== null && isSameLeaf(stored.analysis, current) ? data : undefined,
    )
  }
  const changeAnswers = (newAnswers: readonly FieldAnswer[]) => {
    setGiven(newAnswers)
    onAnswers?.(newAnswers)
    store(newAnswers).catch(() => showError(t('questions.not_stored')))
  }
  return {
    answered: answers === analysis.answers ? analysis : withAnswers(analysis, answers, { language, country }),
    changeAnswers,
  }
}
