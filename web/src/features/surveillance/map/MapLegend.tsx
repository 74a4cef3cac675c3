import { useTranslation } from '../../../i18n/use-translation.ts'
import { LegendKey } from '../LegendKey.tsx'

/** Explains the circles of the map. */
export function MapLegend({ isExact }: { isExact: boolean }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('map.legend')} className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
      <LegendKey label={t('map.legend_size')}>
        <circle cx={6} cy={20} r={5} strokeWidth={2} className="fill-rust/40 stroke-rust" />
        <circle cx={18} cy={11} r={9} strokeWidth={2} className="fill-rust/40 stroke-rust" />
      </LegendKey>
      <LegendKey label={t('map.legend_confirmed')}>
        <circle cx={14} cy={14} r={12} strokeWidth={2} className="fill-rust/40 stroke-rust" />
        <circle cx={14} cy={14} r={4} className="fill-rust-ink" />
      </LegendKey>
      {!isExact && (
        <LegendKey label={t('map.legend_few')}>
          <circle cx={14} cy={14} r={3} className="fill-edge" />
        </LegendKey>
      )}
    </ul>
  )
}

/** Says what the figures mean and what they do not. */
export function AboutCounts({ isExact, arrivalDays }: { isExact: boolean; arrivalDays: number | null }) {
  const { t } = useTranslation()
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5">
      <li>{t('map.about_confirmed')}</li>
      <li>{t('map.about_selection')}</li>
      <li>{t('map.about_model')}</li>
      <li>{t('map.about_photos')}</li>
      {arrivalDays !== null && <li>{t('map.about_arrival', { days: arrivalDays })}</li>}
      {isExact ? (
        <li>{t('map.about_exact')}</li>
      ) : (
        <>
          <li>{t('map.about_few')}</li>
          <li>{t('map.about_bounds')}</li>
        </>
      )}
      <li>{t('map.about_sample')}</li>
    </ul>
  )
}
