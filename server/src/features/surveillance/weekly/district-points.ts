import { getDistrict } from '@kutu/places/districts'

/** Returns the center of a district as a GeoJSON Point (RFC 7946): longitude first. Null for an unknown district. */
export function toPoint(code: string): { type: 'Point'; coordinates: [number, number] } | null {
  const district = getDistrict(code)
  return district ? { type: 'Point', coordinates: [district.longitude, district.latitude] } : null
}
