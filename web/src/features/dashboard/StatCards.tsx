import { Link } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'
import type { StatCard } from './stat-cards.ts'

/** One figure a card. */
export function StatCards({ cards }: { cards: readonly StatCard[] }) {
  const { t } = useText()
  return (
    <section aria-label={t('dashboard.figures')}>
      <dl className={join('grid grid-cols-2 gap-3 sm:grid-cols-3', cards.length % 5 === 0 && 'lg:grid-cols-5')}>
        {cards.map(card => (
          <Figure key={card.text} card={card} />
        ))}
      </dl>
    </section>
  )
}

function Figure({ card: { text, Shape, ink, value, isShare, path } }: { card: StatCard }) {
  const { t, number, percent } = useText()
  const told = value === null ? '–' : isShare ? percent(value, 1) : number(value)
  return (
    <div
      className={join(
        'relative flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-white p-3 sm:p-4',
        path && 'hover:border-leaf-ink hover:bg-leaf-tint',
      )}
    >
      <dt className="text-sm leading-snug text-pretty">{t(text)}</dt>
      <dd className="flex items-center justify-between gap-2 text-2xl leading-tight font-bold">
        {path ? (
          <Link to={path} className="text-leaf-ink underline underline-offset-4 after:absolute after:inset-0">
            <span className="sr-only">{t(text)}: </span>
            {told}
          </Link>
        ) : (
          told
        )}
        <Shape aria-hidden="true" className={join('size-5 shrink-0', ink)} />
      </dd>
    </div>
  )
}
