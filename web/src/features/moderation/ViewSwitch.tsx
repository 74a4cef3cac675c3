import { Link } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'
import { addressOf, type BoardFilters, narrowed, type View } from './board-filters.ts'

const views: readonly View[] = ['grid', 'queue']

/** The two ways to see the board, as links, so that each can be opened in a tab and shared. */
export function ViewSwitch({ filters }: { filters: BoardFilters }) {
  const { t } = useText()
  return (
    <nav aria-label={t('moderation.view')}>
      <ul className="flex flex-wrap gap-2">
        {views.map(view => (
          <li key={view}>
            <Link
              to={`?${new URLSearchParams(addressOf(narrowed(filters, { view, status: undefined })))}`}
              aria-current={view === filters.view ? 'true' : undefined}
              className={join(
                'inline-flex min-h-12 items-center rounded-full border px-4 font-bold',
                view === filters.view
                  ? 'border-leaf-press bg-leaf-press text-white'
                  : 'border-edge bg-white text-leaf-ink hover:bg-leaf-tint',
              )}
            >
              {t(`moderation.view.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
