import type { WeatherSource as Source, WeatherRisk } from '@kutu/contract/weather'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** A level of the risk from weather, in words. Its colors are not those of diseases. */
export function WeatherLevel({ level }: { level: WeatherRisk['level'] }) {
  const { t } = useTranslation()
  return (
    <span className={{ high: 'font-bold', medium: '', low: 'text-muted', unknown: 'text-muted' }[level]}>
      {t(`weather.level.${level}`)}
    </span>
  )
}

/** Says what the figures are, and whose weather they are from. */
export function WeatherSource({ source }: { source: Source }) {
  const { t } = useTranslation()
  return (
    <p className="text-sm text-muted">
      {t('weather.about')}{' '}
      <WeatherCredit source={source} simulated={t('weather.simulated')} service={t('weather.source')} />
    </p>
  )
}

/** The link that the license of the weather service demands. Where the demonstration invents the weather, it says so instead. */
export function WeatherCredit({
  source,
  simulated,
  service,
}: {
  source: Source
  /** The texts: they are in the catalog of the screen. */
  simulated: string
  service: string
}) {
  if (source === 'simulation') return <strong>{simulated}</strong>
  return (
    <a href="https://open-meteo.com/" className="underline" rel="noreferrer" target="_blank">
      {service}
    </a>
  )
}
