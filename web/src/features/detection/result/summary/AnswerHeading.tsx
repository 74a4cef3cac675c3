import type { Analysis } from '@kutu/contract/detection'
import type { Ref } from 'react'
import { classTones } from '../../classes/rust-classes.ts'
import { isAnswered } from '../confidence-band.ts'
import { findDiseaseCard, useAnswerTitle } from '../disease-name.ts'
import { AffectedArea } from './AffectedArea.tsx'
import { BandScale } from './BandScale.tsx'
import { useUnsureReason } from './use-unsure-reason.ts'

/** The name of the disease with how sure the answer is; without an answer, that there is none yet and why. */
export function AnswerHeading({ analysis, ref }: { analysis: Analysis; ref?: Ref<HTMLHeadingElement> | undefined }) {
  const title = useAnswerTitle()(analysis)
  const reason = useUnsureReason(analysis)
  const hasAnswer = isAnswered(analysis)
  const latinName = hasAnswer && analysis.disease !== null ? findDiseaseCard(analysis)?.latinName : null
  const tone = hasAnswer ? classTones[analysis.rust_class] : 'amber'
  return (
    <div className="flex flex-col gap-2">
      <div>
        <h2 ref={ref} tabIndex={-1} className="text-xl outline-none sm:text-3xl">
          {title}
        </h2>
        {latinName && (
          <p lang="la" className="truncate text-sm text-muted italic">
            {latinName}
          </p>
        )}
        {!hasAnswer && <p className="text-muted">{reason}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <BandScale analysis={analysis} tone={tone} />
        {hasAnswer && analysis.affected_area !== null && (
          <AffectedArea area={analysis.affected_area} className={tone === 'rust' ? 'text-rust' : 'text-blue'} />
        )}
      </div>
    </div>
  )
}
