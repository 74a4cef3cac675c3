import { useTranslation } from '../../i18n/use-translation.ts'
import { useAddress } from '../../router.tsx'
import { LinkChips } from '../../ui/layout/LinkChips.tsx'

const views = [
  { labelKey: 'view.map', pathname: '/account/outbreaks' },
  { labelKey: 'view.trend', pathname: '/account/outbreaks/trend' },
  { labelKey: 'view.summary', pathname: '/account/outbreaks/summary' },
] as const

/** Links to the views of the counts. Each keeps country, crop, disease, district and week of the address. */
export function CountsViews() {
  const { t } = useTranslation()
  const { pathname: current, search } = useAddress()
  return (
    <LinkChips
      label={t('view.label')}
      chips={views.map(({ labelKey, pathname }) => ({
        id: labelKey,
        label: t(labelKey),
        to: `${pathname}${search}`,
        isCurrent: pathname === current,
      }))}
    />
  )
}
