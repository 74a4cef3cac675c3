import { Link } from 'react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { classNames } from '../../ui/class-names.ts'
import type { StatCard } from './stat-cards.ts'

/** The figures, one per card. */
export function StatCards({ cards }: { cards: readonly StatCard[] }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('dashboard.figures')}>
      <dl className={classNames('grid grid-cols-2 gap-3 sm:grid-cols-3', cards.length % 5 === 0 && 'lg:grid-cols-5')}>
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
      className={classNames(
        'relative flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-white p-3 sm:p-4',
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
        <Shape aria-hidden="true" className={classNames('size-5 shrink-0', iconClass)} />
      </dd>
    </div>
  )
}
