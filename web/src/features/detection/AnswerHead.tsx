import { separationsFor } from '@kutu/advice/separation'
import type { Analysis } from '@kutu/contract/detection'
import { CircleCheck, CircleDot, CircleQuestionMark } from 'lucide-react'
import type { Ref } from 'react'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'
import { type Band, bandOf, classTones } from './answer-bands.ts'
import { ClassBadge } from './ClassBadge.tsx'
import { cardOf, useFindingName } from './finding.ts'

const looks = {
  rust: 'border-rust bg-rust-tint',
  leaf: 'border-leaf bg-leaf-tint',
  blue: 'border-blue bg-blue-tint',
  amber: 'border-amber bg-amber-tint',
}
const inks = { rust: 'text-rust-ink', leaf: 'text-leaf-ink', blue: 'text-blue-ink', amber: 'text-amber-ink' }
const marks: Record<Band, typeof CircleCheck> = { sure: CircleCheck, likely: CircleDot, not_sure: CircleQuestionMark }

/** How sure, what, and exactly how sure: in this order. */
export function AnswerHead({ analysis, ref }: { analysis: Analysis; ref?: Ref<HTMLHeadingElement> | undefined }) {
  const { t, percent } = useText()
  const nameOf = useFindingName()
  const band = bandOf(analysis)
  const tone = band === 'not_sure' ? 'amber' : classTones[analysis.rust_class]
  const Sign = marks[band]
  const card = cardOf(analysis)
  const latinName = analysis.disease === null ? null : card?.latinName
  // A card without look-alikes, such as the healthy one's, has nothing below to compare with.
  const isAlone = band === 'likely' && (card === undefined || separationsFor(card.id).length === 0)
  return (
    <div className={join('flex flex-col gap-4 rounded-lg border-2 p-4 sm:p-6', looks[tone])}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="flex min-w-0 flex-col gap-1">
          <p className={join('flex items-center gap-2 text-lg font-bold', inks[tone])}>
            <Sign aria-hidden="true" className="size-6 shrink-0" />
            {t(`answer.band.${band}`)}
          </p>
          <h2 ref={ref} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
            {nameOf(analysis)}
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
          {t(isAlone ? 'answer.band.likely_alone_note' : `answer.band.${band}_note`)}
        </p>
      </div>
    </div>
  )
}
