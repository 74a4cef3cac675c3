import type { LookAlikeQuestion } from '@kutu/advice/look-alike-questions'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { TextLink } from '../../../../ui/button/TextLink.tsx'
import { PlateDrawing } from '../../../../ui/plate/PlateDrawing.tsx'
import { findPlateId } from '../../../../ui/plate/symptoms.ts'

/** Shows questions to answer at the plant, with the disease that each answer points to. */
export function LookAlikes({ separations, crop }: { separations: readonly LookAlikeQuestion[]; crop: string | null }) {
  const { t, language } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t('answer.tell_apart_note')}</p>
      <ul className="flex flex-col divide-y divide-line">
        {separations.map(({ id, question, answers }) => (
          <li key={id} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
            <p className="max-w-prose font-bold">{question[language]}</p>
            <ul className="flex flex-col gap-2">
              {answers.map(({ answer, meaning, cardId }) => (
                <li key={answer.en} className="flex flex-col rounded-md bg-sunken px-3 py-2">
                  <span className="flex items-center justify-between gap-3">
                    {answer[language]}
                    <AnswerPicture cardId={cardId} crop={crop} />
                  </span>
                  <span className="flex min-h-12 items-center gap-2 font-bold">
                    <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
                    <span className="sr-only">{t('answer.points_to')}</span>
                    {cardId === null ? (
                      meaning[language]
                    ) : (
                      <TextLink to={`/learn/${cardId}`}>{meaning[language]}</TextLink>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The symptom from near, as the question is about a detail. */
function AnswerPicture({ cardId, crop }: { cardId: string | null; crop: string | null }) {
  const plateId = findPlateId(cardId ?? '', crop)
  if (plateId === undefined) return null
  return <PlateDrawing plateId={plateId} view="closeUp" className="w-24 shrink-0 rounded-md bg-leaf-tint" />
}
