import type { Stats } from '@kutu/contract/dashboard'
import { Images, Leaf, Square, Triangle } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'

const cards = [
  { text: 'dashboard.rust', figure: 'imagesAnalyzedRust', Shape: Triangle, ink: 'text-rust fill-current' },
  { text: 'dashboard.healthy', figure: 'imagesAnalyzedHealthy', Shape: Leaf, ink: 'text-leaf fill-current' },
  { text: 'dashboard.other', figure: 'imagesAnalyzedOtherDiseases', Shape: Square, ink: 'text-blue fill-current' },
  { text: 'dashboard.total', figure: 'totalImagesAnalyzed', Shape: Images, ink: 'text-ink' },
] as const

/** One figure a card. */
export function StatCards({ stats }: { stats: Stats }) {
  const { t, number } = useText()
  return (
    <section aria-label={t('dashboard.figures')}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {cards.map(({ text, figure, Shape, ink }) => (
          <div
            key={figure}
            className="flex flex-col justify-between gap-3 rounded-lg border border-line bg-white p-3 sm:p-4"
          >
            <dt className="flex flex-col gap-2 text-sm leading-tight sm:flex-row sm:items-start">
              <Shape aria-hidden="true" className={join('size-4 shrink-0', ink)} />
              <span className="min-w-0">{t(text)}</span>
            </dt>
            <dd className="text-3xl leading-none font-bold">{number(stats[figure])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
