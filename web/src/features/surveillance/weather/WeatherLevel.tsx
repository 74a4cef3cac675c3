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

/** Says what the figures are, and whose weather they are from. */
export function WeatherSource({ about = 'weather.about' }: { about?: 'weather.about' | 'trend.about_weather' }) {
  const { t } = useTranslation()
  return (
    <p className="text-sm text-muted">
      {t(about)} <WeatherServiceLink>{t('weather.source')}</WeatherServiceLink>
    </p>
  )
}

/** The link that the license of the weather service demands. */
export function WeatherServiceLink({ children }: { children: string }) {
  return (
    <a href="https://open-meteo.com/" className="underline" rel="noreferrer" target="_blank">
      {children}
    </a>
  )
}
