import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'
import { useTranslation } from '../../i18n/use-translation.ts'

const mapPath = '/account/outbreaks'
const views = [
  { labelKey: 'view.map', path: mapPath, view: null },
  { labelKey: 'view.table', path: mapPath, view: 'table' },
  { labelKey: 'view.trend', path: `${mapPath}/trend`, view: null },
  { labelKey: 'view.summary', path: `${mapPath}/summary`, view: null },
] as const

/** Links to the views of the counts. Each keeps country, crop, disease, district and week of the address. */
export function CountsViews() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  return (
    <nav aria-label={t('view.label')} className="print:hidden">
      <ul className="flex flex-wrap gap-2">
        {views.map(({ labelKey, path, view }) => {
          const isCurrent = path === pathname && params.get('view') === view
          return (
            <li key={labelKey}>
              <Link
                to={{ pathname: path, search: withView(params, view) }}
                aria-current={isCurrent ? 'page' : undefined}
                className={clsx(
                  'inline-flex min-h-12 items-center rounded-full border px-4 font-bold',
                  isCurrent
                    ? 'border-leaf-press bg-leaf-press text-white'
                    : 'border-edge bg-white text-leaf-ink hover:bg-leaf-tint',
                )}
              >
                {t(labelKey)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function withView(params: URLSearchParams, view: string | null): string {
  const changed = new URLSearchParams(params)
  if (view === null) changed.delete('view')
  else changed.set('view', view)
  return changed.toString()
}
