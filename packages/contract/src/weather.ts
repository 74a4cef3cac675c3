import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countsSubject } from './surveillance.ts'

/**
 * How much the weather of a week suits a disease: a risk, which says nothing of sick plants. `unknown` if weather is missing that
 * could change the level.
 */
export const weatherRisk = z.object({
  level: z.enum(['low', 'medium', 'high', 'unknown']),
  /** Days on which leaves are wet for long enough at a suitable temperature; null if the level is unknown. */
  days: z.number().int().min(0).max(7).nullable(),
})
export type WeatherRisk = z.infer<typeof weatherRisk>

/** Where weather comes from: a service with the API of Open-Meteo, or the demonstration, which invents it. */
export const weatherSource = z.enum(['open_meteo', 'simulation'])
export type WeatherSource = z.infer<typeof weatherSource>

/** The risk of a week that has ended, where enough is known of its weather. */
export const pastWeatherRisk = z.object({
  level: weatherRisk.shape.level.exclude(['unknown']),
  days: z.number().int().min(0).max(7),
})
export type PastWeatherRisk = z.infer<typeof pastWeatherRisk>

export const weather = {
  showWeatherRisk: endpoint({
    method: 'GET',
    path: '/api/surveillance/weather/',
    access: 'anyone',
    summary:
      'Show by district how much the weather of this week suits a disease, measured and forecast, without an account',
    query: z.object(countsSubject),
    reply: z.object({
      country: z.string(),
      crop: z.string(),
      disease: z.string(),
      /** The Monday of this week. */
      week: z.iso.date(),
      source: weatherSource,
      /** Districts with weather; none if no weather service is set, or if there are no published rules for the disease. */
      districts: z.array(weatherRisk.extend({ district: z.string(), name: z.string() })),
    }),
    publicCacheSeconds: 600,
  }),
}
