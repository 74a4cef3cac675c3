import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { getFirstSentence } from '../steps.ts'

/** The one thing to do today. All steps follow below. */
export function FirstDeed({ analysis }: { analysis: Analysis }) {
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
