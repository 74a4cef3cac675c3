import { areaWords, getAreaWord } from '@kutu/vision/heatmap/area-word'
import { clsx } from 'clsx'
import { useTranslation } from '../../../../i18n/use-translation.ts'

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
export function AffectedArea({ area, className }: { area: number; className: string }) {
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
