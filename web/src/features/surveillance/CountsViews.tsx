import { useLocation } from 'react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkChips } from '../../ui/layout/LinkChips.tsx'

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
    <LinkChips
      label={t('view.label')}
      chips={views.map(({ labelKey, path, view }) => ({
        ...{ id: labelKey, label: t(labelKey), to: { pathname: path, search: withView(params, view) } },
        isCurrent: path === pathname && params.get('view') === view,
      }))}
    />
  )
}

function withView(params: URLSearchParams, view: string | null): string {
  const changed = new URLSearchParams(params)
  if (view === null) changed.delete('view')
  else changed.set('view', view)
  return changed.toString()
}
