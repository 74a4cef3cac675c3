import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/use-translation.ts'

export type Crumb = { name: string; path: string }

/** The path to the current page: a home link to the dashboard, then one entry per level below it. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation()
  const linkClass = 'inline-flex min-h-12 items-center text-leaf-ink underline underline-offset-4 hover:decoration-2'
  return (
    <nav aria-label={t('breadcrumbs.label')}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        <li>
          <Link to="/dashboard" className={linkClass}>
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
