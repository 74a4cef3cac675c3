import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/use-translation.ts'

/** The path to a page one level below the dashboard. Its last entry is the heading, so the name stands there once. */
export function Breadcrumbs({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('breadcrumbs.label')}>
      <title>{`${title} · Kutu`}</title>
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <Link
            to="/dashboard"
            className="inline-flex min-h-12 items-center gap-2 text-sm text-leaf-ink underline underline-offset-4 hover:decoration-2"
          >
            {t('breadcrumbs.home')}
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
          </Link>
        </li>
        <li aria-current="page">
          <h1 className="text-2xl">{title}</h1>
        </li>
      </ol>
    </nav>
  )
}
