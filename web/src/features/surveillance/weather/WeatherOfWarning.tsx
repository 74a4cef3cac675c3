import type { WarningEvidence } from '@kutu/contract/warnings'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { toNoon } from '../to-noon.ts'
import { WeatherLevel, WeatherSource } from './WeatherLevel.tsx'

/** How much the weather suited the disease in the week of a rise, and suits it this week. Renders nothing without weather. */
export function WeatherOfWarning({
  weather,
  source,
  weekOfRise,
}: {
  weather: WarningEvidence['weather']
  source: WarningEvidence['weather_source']
  weekOfRise: string
}) {
  const { t, date } = useTranslation()
  if (weather.length === 0) return null
  return (
    <section aria-labelledby="weather" className="flex flex-col gap-3">
      <h2 id="weather" className="text-xl">
        {t('weather.heading')}
      </h2>
      <dl className="grid max-w-prose grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {weather.map(({ week, level, days }) => (
          <div key={week} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              {week === weekOfRise ? t('warnings.week_of', { date: date(toNoon(week)) }) : t('weather.this_week')}
            </dt>
            <dd>
              <WeatherLevel level={level} />
              {days !== null && days > 0 && `, ${t('weather.day_count', { count: days })}`}
            </dd>
          </div>
        ))}
      </dl>
      <WeatherSource source={source} />
    </section>
  )
}
