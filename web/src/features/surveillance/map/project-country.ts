import { atlas } from 'virtual:country-outlines'
import type { CountryCode } from '@kutu/places/districts'
import { geoMercator, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'

const countries = feature(atlas, atlas.objects.countries).features

/** Size of the drawing; the unit of all lengths on the map. */
const width = 600
const maxHeight = 680
const margin = 24

export type CountryDrawing = {
  width: number
  height: number
  /** Path data of the country, and of the other countries around it. */
  outline: string
  neighbors: string[]
  toPoint: (place: { latitude: number; longitude: number }) => { x: number; y: number }
}

/** Projects a country (Mercator, which keeps shapes near the equator) so that it fills the drawing. */
export function projectCountry(country: CountryCode): CountryDrawing {
  const own = countries.find(({ id }) => id === country)
  if (!own) throw new Error(`There is no outline of ${country}`)
  const projection = geoMercator().fitExtent(
    [
      [margin, margin],
      [width - margin, maxHeight - margin],
    ],
    own,
  )
  const path = geoPath(projection).digits(1)
  const [[, top], [, bottom]] = path.bounds(own)
  const height = Math.round(bottom - top + 2 * margin)
  const [x, y] = projection.translate()
  projection.translate([x, y - top + margin])
  return {
    width,
    height,
    outline: path(own) ?? '',
    neighbors: countries.filter(({ id }) => id !== country).map(other => path(other) ?? ''),
    toPoint: ({ latitude, longitude }) => {
      const [px = 0, py = 0] = projection([longitude, latitude]) ?? []
      return { x: px, y: py }
    },
  }
}
