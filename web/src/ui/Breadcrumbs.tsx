import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useText } from '../text/use-text.ts'

export type Crumb = { name: string; path: string }

/**
 * Where the reader stands: a home link, then one entry for each step; the last is the page itself. The specification's
 * home, /dashboard, has no screen of its own: the dashboard is at /account.
 */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useText()
  const link = 'inline-flex min-h-12 items-center text-leaf-ink underline underline-offset-4 hover:decoration-2'
  return (
    <nav aria-label={t('breadcrumbs.label')}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        <li>
          <Link to="/account" className={link}>
            {t('breadcrumbs.home')}
          </Link>
        </li>
        {crumbs.map((crumb, at) => (
          <li key={crumb.path} className="flex items-center gap-2">
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
            {at === crumbs.length - 1 ? (
              <span aria-current="page" className="font-bold">
                {crumb.name}
              </span>
            ) : (
              <Link to={crumb.path} className={link}>
                {crumb.name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
