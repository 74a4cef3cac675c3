import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/use-translation.ts'

export type Crumb = { name: string; path: string }

/**
 * Where the reader stands: a home link, then one entry for each step; the last is the page itself. The specification's
 * home, /dashboard, has no screen of its own: the dashboard is at /account.
 */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation()
  const linkClass = 'inline-flex min-h-12 items-center text-leaf-ink underline underline-offset-4 hover:decoration-2'
  return (
    <nav aria-label={t('breadcrumbs.label')}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        <li>
          <Link to="/account" className={linkClass}>
            {t('breadcrumbs.home')}
          </Link>
        </li>
        {crumbs.map((crumb, index) => (
          <li key={crumb.path} className="flex items-center gap-2">
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
            {index === crumbs.length - 1 ? (
              <span aria-current="page" className="font-bold">
                {crumb.name}
              </span>
            ) : (
              <Link to={crumb.path} className={linkClass}>
                {crumb.name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
