import { clsx } from 'clsx'
import { Link } from 'wouter'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { StatCard } from './stat-cards.ts'

/** The figures, one per card. The title is read aloud only, unless it has a heading. */
export function StatCards({
  title,
  cards,
  hasHeading = false,
}: {
  title: string
  cards: readonly StatCard[]
  hasHeading?: boolean
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      {hasHeading && <h2 className="text-lg">{title}</h2>}
      <dl
        className={clsx(
          // Two columns on a small phone, one where the text is larger: the longest words fit.
          'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-2 sm:grid-cols-3 sm:gap-3',
          cards.length % 5 === 0 && 'lg:grid-cols-5',
        )}
      >
        {cards.map(card => (
          <StatItem key={card.labelKey} card={card} />
        ))}
      </dl>
    </section>
  )
}

function StatItem({ card: { labelKey, Shape, iconClass, value, isShare, path } }: { card: StatCard }) {
  const { t, number, percent } = useTranslation()
  const displayValue = value === null ? '–' : isShare ? percent(value, 1) : number(value)
  return (
    <div
      className={clsx(
        'relative flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-white p-2 sm:p-4',
        path && 'hover:border-leaf-ink hover:bg-leaf-tint',
      )}
    >
      <dt className="text-sm leading-snug text-pretty">{t(labelKey)}</dt>
      <dd className="flex items-center justify-between gap-2 text-2xl leading-tight font-bold">
        {path ? (
          <Link to={path} className="text-leaf-ink underline underline-offset-4 after:absolute after:inset-0">
            <span className="sr-only">{t(labelKey)}: </span>
            {displayValue}
          </Link>
        ) : (
          displayValue
        )}
        <Shape aria-hidden="true" className={clsx('size-5 shrink-0', iconClass)} />
      </dd>
    </div>
  )
}
