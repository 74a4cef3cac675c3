import { selectQuestion } from '@kutu/advice/evidence'
import { type FieldAnswer as Choice, findQuestion, unknownAnswer } from '@kutu/advice/field-questions'
import type { Analysis, FieldAnswer } from '@kutu/contract/detection'
import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { PlateDrawing } from '../../../../ui/plate/PlateDrawing.tsx'
import { findPlateId } from '../../../../ui/plate/symptoms.ts'

type Props = {
  /** The model's analysis, with the answers that the farmer has given. */
  analysis: Analysis
  onChange: (answers: readonly FieldAnswer[]) => void
}

/**
 * Asks the one question at the plant that would tell most about a doubtful answer, and lists what was answered. A bad photo is
 * taken again instead.
 */
export function FieldQuestion({ analysis, onChange }: Props) {
  const { t, language } = useTranslation()
  const titleId = useId()
  const { answers, crop, band, candidates, quality } = analysis
  const model = {
    crop,
    band,
    candidates: candidates.map(({ rust_class, ...candidate }) => ({ rustClass: rust_class, ...candidate })),
  }
  const question = quality.length > 0 ? null : selectQuestion(model, answers)
  const give = (answer: string) => question && onChange([...answers, { question: question.id, answer }])
  if (question === null && answers.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2 print:hidden">
      <h3 id={titleId} className={clsx('text-lg leading-snug font-bold text-pretty', question === null && 'sr-only')}>
        {question === null ? t('questions.given') : question.question[language]}
      </h3>
      {question && (
        <>
          <div className={clsx('grid gap-2', question.answers.length > 2 ? 'grid-cols-3' : 'grid-cols-2')}>
            {question.answers.map(choice => (
              <AnswerButton key={choice.id} choice={choice} crop={crop} onPress={() => give(choice.id)} />
            ))}
          </div>
          <Button variant="quiet" onClick={() => give(unknownAnswer)}>
            {t('questions.unknown')}
          </Button>
        </>
      )}
      {answers.length > 0 && (
        <div className="flex items-start justify-between gap-3 rounded-lg bg-sunken p-3 text-sm">
          <dl className="flex flex-col gap-1">
            {answers.map(given => (
              <GivenAnswer key={given.question} given={given} />
            ))}
          </dl>
          <Button variant="quiet" icon={Undo2} onClick={() => onChange(answers.slice(0, -1))}>
            {t('questions.take_back')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The sign, drawn close up on a leaf of the crop, with the words for it. */
function AnswerButton({ choice, crop, onPress }: { choice: Choice; crop: string | null; onPress: () => void }) {
  const { language } = useTranslation()
  const plateId = findPlateId(choice.cardId, crop)
  return (
    <button
      type="button"
      // The second tap of a double tap would answer the next question, which stands in the same place.
      onClick={event => event.detail < 2 && onPress()}
      className="flex min-h-12 flex-col overflow-hidden rounded-lg border-2 border-edge bg-white text-center font-bold hover:border-leaf-press hover:bg-leaf-tint"
    >
      {plateId !== undefined && (
        <PlateDrawing plateId={plateId} view="closeUp" className="aspect-3/2 w-full bg-leaf-tint" />
      )}
      <span className="flex grow items-center justify-center p-2 leading-tight">{choice.label[language]}</span>
    </button>
  )
}

function GivenAnswer({ given: { question: id, answer } }: { given: FieldAnswer }) {
  const { t, language } = useTranslation()
  const question = findQuestion(id)
  if (question === undefined) return null
  const choice = question.answers.find(each => each.id === answer)
  return (
    <div>
      <dt className="text-muted">{question.question[language]}</dt>
      <dd className="font-bold">{choice?.label[language] ?? t('questions.unknown')}</dd>
    </div>
  )
}
