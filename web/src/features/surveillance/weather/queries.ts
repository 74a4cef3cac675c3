import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/api-query.ts'
import type { ApiResponse } from '../../../api/endpoints.ts'
import type { MapSubject } from '../map/subject.ts'

export type WeatherOfCountry = ApiResponse<'GET /api/surveillance/weather/'>

/** How much the weather of this week suits a disease, by district. */
export const useWeatherRisk = ({ country, crop, disease }: MapSubject) =>
  useQuery(
    apiQuery(['weather-risk', country, crop, disease], 'GET /api/surveillance/weather/', {
      query: { country, crop, disease },
    }),
  )
