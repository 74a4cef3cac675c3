import { isConclusive } from '@kutu/contract/bands'
import type { Analysis } from '@kutu/contract/detection'
import { areaWords, getAreaWord } from '@kutu/vision/heatmap/area-word'
import { clsx } from 'clsx'
import { CircleCheck, CircleDot, CircleQuestionMark } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { classTones } from '../../classes/rust-classes.ts'
import { type ConfidenceBand, getConfidenceBand } from '../confidence-band.ts'
import { useAnswerTitle } from '../disease-name.ts'
import { useUnsureReason } from './use-unsure-reason.ts'

/** The name of the disease with how sure the answer is; without an answer, that there is none yet and why. */
export function AnswerHeading({ analysis, ref }: { analysis: Analysis; ref?: Ref<HTMLHeadingElement> | undefined }) {
  const title = useAnswerTitle()(analysis)
  const reason = useUnsureReason(analysis)
  const hasAnswer = isConclusive(analysis.band)
  const tone = getAnswerTone(analysis)
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <div>
        <h2 ref={ref} tabIndex={-1} className="text-xl outline-none sm:text-3xl">
          {title}
        </h2>
        {!hasAnswer && <p className="text-muted">{reason}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <BandScale analysis={analysis} tone={tone} />
        {hasAnswer && analysis.affected_area !== null && (
          <AffectedArea area={analysis.affected_area} className={tone === 'rust' ? 'text-rust' : 'text-blue'} />
        )}
      </div>
    </div>
  )
}

/** Returns the color of an answer: that of its class, or of doubt. */
export const getAnswerTone = (analysis: Analysis) =>
  isConclusive(analysis.band) ? classTones[analysis.rust_class] : 'amber'

/** The steps of the scale that each band fills, and its shape: color alone is not enough. */
export const bandLooks: Record<ConfidenceBand, { filled: number; Icon: typeof CircleCheck }> = {
  sure: { filled: 3, Icon: CircleCheck },
  likely: { filled: 2, Icon: CircleDot },
  not_sure: { filled: 1, Icon: CircleQuestionMark },
}

const toneClasses = {
  rust: { fill: 'bg-rust', text: 'text-rust-ink' },
  leaf: { fill: 'bg-leaf', text: 'text-leaf-ink' },
  blue: { fill: 'bg-blue', text: 'text-blue-ink' },
  amber: { fill: 'bg-amber', text: 'text-amber-ink' },
}

/** Says how sure the answer is: a scale of three steps and a word. */
function BandScale({
  analysis,
  tone,
}: {
  analysis: Pick<Analysis, 'band' | 'after_answers'>
  tone: keyof typeof toneClasses
}) {
  const { t } = useTranslation()
  const band = getConfidenceBand(analysis.band)
  const { filled, Icon } = bandLooks[band]
  const { fill, text } = toneClasses[tone]
  return (
    <p className={clsx('flex flex-wrap items-center gap-x-2 text-lg font-bold', text)}>
      <span aria-hidden="true" className="flex gap-1">
        {[1, 2, 3].map(step => (
          <span key={step} className={clsx('h-2 w-4 rounded-full sm:w-7', step <= filled ? fill : 'bg-line')} />
        ))}
      </span>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {t(`answer.band.${band}`)}
      {analysis.after_answers && <span className="basis-full text-sm">{t('answer.after_answers')}</span>}
    </p>
  )
}

const leafOutline = 'M2 24C2 10 14 3 46 4C44 22 32 32 18 31C10 30 5 28 2 24Z'

/** Centers of the spots, in an order that spreads them over the leaf. */
const spots: readonly (readonly [number, number])[] = [
  [17, 15],
  [32, 11],
  [25, 24],
  [10, 20],
  [38, 16],
  [22, 9],
  [16, 26],
  [30, 18],
  [41, 8],
  [9, 26],
  [24, 16],
  [34, 24],
]
/** The drawing of each word, in the order of `areaWords`. */
const drawings = [
  { count: 2, radius: 1.8 },
  { count: 5, radius: 2 },
  { count: 9, radius: 2.4 },
  { count: 12, radius: 3.4 },
]

/** Says how much of the leaf looks affected in one of four words, with a drawing. `area` is a share, 0 to 1. */
function AffectedArea({ area, className }: { area: number; className: string }) {
  const { t } = useTranslation()
  const word = getAreaWord(area)
  const { count, radius } = drawings[areaWords.indexOf(word)] ?? { count: 0, radius: 0 }
  return (
    <p className="flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 48 34" className="h-6 w-9 shrink-0">
        <path d={leafOutline} className="fill-leaf-tint stroke-leaf" strokeWidth="1.5" />
        <path d="M2 24C16 20 30 14 46 4" fill="none" className="stroke-leaf" />
        <g className={clsx('fill-current', className)}>
          {spots.slice(0, count).map(([x, y]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
          ))}
        </g>
      </svg>
      {t(`answer.area.${word}`)}
    </p>
  )
}
