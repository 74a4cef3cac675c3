import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { maxDistrictsServed } from '../shared-limits.ts'

/** A district of `packages/places`, with its name as everybody writes it. */
export const namedDistrict = z.object({ code: z.string(), name: z.string() })
export type NamedDistrict = z.infer<typeof namedDistrict>

const reply = z.object({ districts: z.array(namedDistrict) })

/** The districts that an expert serves. Farmers find the expert by them. */
export const districtsServed = {
  showDistrictsServed: endpoint({
    method: 'GET',
    path: '/api/account/districts-served/',
    access: 'expert',
    summary: 'List the districts that the expert serves, by name',
    reply,
  }),
  changeDistrictsServed: endpoint({
    method: 'PUT',
    path: '/api/account/districts-served/',
    access: 'expert',
    summary: 'Replace the districts that the expert serves',
    body: z.object({ districts: z.array(z.string().max(60)).max(maxDistrictsServed) }),
    reply,
    rateLimit: { max: 120, seconds: 3600, by: 'user' },
  }),
}
