import { useTranslation } from '../../../i18n/use-translation.ts'
import { toNoon } from '../to-noon.ts'
import { WeatherLevel, WeatherSource } from '../weather/WeatherLevel.tsx'
import type { Trend } from './queries.ts'

/** How much the weather suited the disease in the newest week of which it is known. Renders nothing without weather. */
export function WeatherOfTrend({ trend: { weeks, weather_source } }: { trend: Trend }) {
  const { t, date } = useTranslation()
  const latest = weeks.findLast(({ weather }) => weather)
  if (!latest?.weather) return null
  const { level, days } = latest.weather
  return (
    <section className="flex flex-col gap-1">
      <p>
        {t('trend.weather_of', { date: date(toNoon(latest.week)) })}: <WeatherLevel level={level} />
        {days > 0 && `, ${t('weather.day_count', { count: days })}`}
      </p>
      <WeatherSource source={weather_source} about="trend.about_weather" />
    </section>
  )
}
