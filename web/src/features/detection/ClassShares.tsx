import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { ClassBadge } from './ClassBadge.tsx'

const classes: readonly RustClass[] = ['common_rust', 'healthy', 'other_disease']
const fills: Record<RustClass, string> = { common_rust: 'fill-rust', healthy: 'fill-leaf', other_disease: 'fill-blue' }

/** The probability of each of the three classes: word, figure and bar. */
export function ClassShares({ analysis }: { analysis: Analysis }) {
  const { t, percent } = useText()
  const { probabilities, confidence, rust_class: answered } = analysis
  // The three add up to 1 among themselves; the confidence also counts that it may be none of them. One scale for all.
  const scale = probabilities[answered] > 0 ? confidence / probabilities[answered] : 1
  const shareOf = (name: RustClass) => Math.min(1, probabilities[name] * scale)
  return (
    <Card title={t('answer.shares')}>
      <ul className="flex flex-col gap-4">
        {classes.map(name => (
          <li key={name} className="flex flex-col gap-2">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <ClassBadge rustClass={name} />
              <span className="font-bold">{percent(shareOf(name))}</span>
            </span>
            <svg aria-hidden="true" className="h-3 w-full rounded-full" preserveAspectRatio="none" viewBox="0 0 100 1">
              <rect width="100" height="1" className="fill-line" />
              <rect width={shareOf(name) * 100} height="1" className={fills[name]} />
            </svg>
          </li>
        ))}
      </ul>
    </Card>
  )
}
