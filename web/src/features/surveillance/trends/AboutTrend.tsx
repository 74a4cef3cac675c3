import { useTranslation } from '../../../i18n/use-translation.ts'

/** Says in plain words what a share, its interval and a hidden count mean. */
export function AboutTrend() {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-xl">{t('map.about')}</h2>
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5">
        <li>{t('trend.about_share')}</li>
        <li>{t('trend.about_interval')}</li>
        <li>{t('trend.about_wide')}</li>
        <li>{t('trend.about_hidden')}</li>
        <li>{t('trend.about_gap')}</li>
        <li>{t('map.about_model')}</li>
        <li>{t('map.about_sample')}</li>
      </ul>
    </section>
  )
}
