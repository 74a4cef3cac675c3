import { z } from 'zod'

/**
 * A FeatureCollection of points (RFC 7946) with these properties. A point is the center of a district, good to about 20 km,
 * as longitude and latitude in WGS 84; null for a district that Kutu no longer has.
 */
export const pointCollection = <Properties extends z.ZodObject>(properties: Properties) =>
  z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        id: z.string(),
        geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).length(2) }).nullable(),
        properties,
      }),
    ),
  })
