import { type District, districts } from './districts.ts'

type Position = { latitude: number; longitude: number }

const earthRadiusKm = 6371
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** Returns the great-circle distance in kilometers (haversine formula). */
export function distanceKm(a: Position, b: Position): number {
  const dLatitude = toRadians(b.latitude - a.latitude)
  const dLongitude = toRadians(b.longitude - a.longitude)
  const h =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(dLongitude / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(h))
}

/** Farther from every district than this, a position is outside the region. */
const maxDistanceKm = 150

/**
 * Returns the district whose point is nearest to a position, or undefined outside the region. Near a border the neighbor may
 * be nearer, so people confirm it. It runs on the device, so that the position never leaves it.
 */
export function findNearestDistrict(position: Position): District | undefined {
  let nearest: District | undefined
  let nearestKm = maxDistanceKm
  for (const district of districts) {
    const km = distanceKm(position, district)
    if (km > nearestKm) continue
    nearest = district
    nearestKm = km
  }
  return nearest
}
