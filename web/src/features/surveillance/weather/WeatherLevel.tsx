import type { WeatherRisk } from '@kutu/contract/weather'
import { clsx } from 'clsx'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** A level of the risk from weather, in words. Its colors are not those of diseases. */
export function WeatherLevel({ level }: { level: WeatherRisk['level'] }) {
  const { t } = useTranslation()
  return (
    <span
      className={clsx(
        'sm:whitespace-nowrap',
        { high: 'font-bold', medium: '', low: 'text-muted', unknown: 'text-muted' }[level],
      )}
    >
      {t(`weather.level.${level}`)}
    </span>
  )
}

/** Names the weather service and its license, which demand a link. */
export function WeatherSource() {
  const { t } = useTranslation()
  return (
    <p className="text-sm text-muted">
      {t('weather.about')}{' '}
      <a href="https://open-meteo.com/" className="underline" rel="noreferrer" target="_blank">
        {t('weather.source')}
      </a>
    </p>
  )
}
