import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { type ModerationFilters, serializeFilters, type ViewMode, withFilters } from './board-filters.ts'

const views: readonly ViewMode[] = ['queue', 'grid']

/** Switches between the two views. They are links, so each can be opened in a new tab and shared. */
export function ViewSwitch({ filters }: { filters: ModerationFilters }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('moderation.view')}>
      <ul className="flex flex-wrap gap-2">
        {views.map(view => (
          <li key={view}>
            <Link
              to={`?${new URLSearchParams(serializeFilters(withFilters(filters, { view, status: undefined })))}`}
              aria-current={view === filters.view ? 'true' : undefined}
              className={clsx(
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
