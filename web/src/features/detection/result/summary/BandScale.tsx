import type { Analysis } from '@kutu/contract/detection'
import { clsx } from 'clsx'
import { CircleCheck, CircleDot, CircleQuestionMark } from 'lucide-react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { type ConfidenceBand, getConfidenceBand } from '../confidence-band.ts'

/** The steps of the scale that each band fills, and its shape: color alone is not enough. */
const bandLooks: Record<ConfidenceBand, { filled: number; Icon: typeof CircleCheck }> = {
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
export function BandScale({ analysis, tone }: { analysis: Pick<Analysis, 'band'>; tone: keyof typeof toneClasses }) {
  const { t } = useTranslation()
  const band = getConfidenceBand(analysis)
  const { filled, Icon } = bandLooks[band]
  const { fill, text } = toneClasses[tone]
  return (
    <p className={clsx('flex items-center gap-2 text-lg font-bold', text)}>
      <span aria-hidden="true" className="flex gap-1">
        {[1, 2, 3].map(step => (
          <span key={step} className={clsx('h-2 w-5 rounded-full sm:w-7', step <= filled ? fill : 'bg-line')} />
        ))}
      </span>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {t(`answer.band.${band}`)}
    </p>
  )
}
