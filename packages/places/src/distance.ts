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
