import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'

import { type ExpertFilter, expertFilters } from './queries.ts'

/** Filters applications by state. The filters are links, so that they can be opened in a new tab and shared. */
export function ApprovalFilter({ selected, search }: { selected: ExpertFilter; search: string }) {
  const { t } = useTranslation()
  const buildSearch = (approval: ExpertFilter) => `?${new URLSearchParams({ approval, ...(search && { search }) })}`
  return (
    <nav aria-label={t('waiting_experts.filter')}>
      <ul className="flex flex-wrap gap-2">
        {expertFilters.map(approval => (
          <li key={approval}>
            <Link
              to={buildSearch(approval)}
              aria-current={approval === selected ? 'true' : undefined}
              className={clsx(
                'inline-flex min-h-12 items-center rounded-full border px-4 font-bold',
                approval === selected
                  ? 'border-leaf-press bg-leaf-press text-white'
                  : 'border-edge bg-white text-leaf-ink hover:bg-leaf-tint',
              )}
            >
              {t(`waiting_experts.${approval}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
