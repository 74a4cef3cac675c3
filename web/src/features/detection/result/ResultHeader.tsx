import { getLookAlikeQuestions } from '@kutu/advice/look-alike-questions'
import type { Analysis } from '@kutu/contract/detection'
import { clsx } from 'clsx'
import { CircleCheck, CircleDot, CircleQuestionMark } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ClassBadge } from '../classes/ClassBadge.tsx'
import { classTones } from '../classes/rust-classes.ts'
import { type ConfidenceBand, getConfidenceBand } from './confidence-band.ts'
import { findDiseaseCard, useDiseaseName } from './disease-name.ts'

const toneClasses = {
  rust: 'border-rust bg-rust-tint',
  leaf: 'border-leaf bg-leaf-tint',
  blue: 'border-blue bg-blue-tint',
  amber: 'border-amber bg-amber-tint',
}
const textClasses = { rust: 'text-rust-ink', leaf: 'text-leaf-ink', blue: 'text-blue-ink', amber: 'text-amber-ink' }
const bandIcons: Record<ConfidenceBand, typeof CircleCheck> = {
  sure: CircleCheck,
  likely: CircleDot,
  not_sure: CircleQuestionMark,
}

/** Shows the confidence band, the disease name and the confidence, in this order. */
export function ResultHeader({ analysis, ref }: { analysis: Analysis; ref?: Ref<HTMLHeadingElement> | undefined }) {
  const { t, percent } = useTranslation()
  const getDiseaseName = useDiseaseName()
  const band = getConfidenceBand(analysis)
  const tone = band === 'not_sure' ? 'amber' : classTones[analysis.rust_class]
  const Icon = bandIcons[band]
  const card = findDiseaseCard(analysis)
  const latinName = analysis.disease === null ? null : card?.latinName
  // The "likely" note refers to look-alike questions, which some cards do not have.
  const hasNoLookAlikes = band === 'likely' && (card === undefined || getLookAlikeQuestions(card.id).length === 0)
  return (
    <div className={clsx('flex flex-col gap-4 rounded-lg border-2 p-4 sm:p-6', toneClasses[tone])}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="flex min-w-0 flex-col gap-1">
          <p className={clsx('flex items-center gap-2 text-lg font-bold', textClasses[tone])}>
            <Icon aria-hidden="true" className="size-6 shrink-0" />
            {t(`answer.band.${band}`)}
          </p>
          <h2 ref={ref} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
            {getDiseaseName(analysis)}
          </h2>
          {latinName && (
            <p lang="la" className="text-muted italic">
              {latinName}
            </p>
          )}
        </div>
        <p className="flex flex-col">
          <span className="text-sm">{t('answer.confidence')}</span>
          <strong className="text-2xl leading-none">{percent(analysis.confidence)}</strong>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ClassBadge rustClass={analysis.rust_class} />
        <p className="max-w-prose grow basis-64">
          {t(hasNoLookAlikes ? 'answer.band.likely_alone_note' : `answer.band.${band}_note`)}
        </p>
      </div>
    </div>
  )
}
