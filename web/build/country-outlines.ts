import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const name = 'virtual:country-outlines'

/** Numbers of ISO 3166-1, the ids of world-atlas, of the countries with districts. */
const countryIds: Readonly<Record<string, string>> = {
  UG: '800',
  KE: '404',
  TZ: '834',
  RW: '646',
  BI: '108',
  ET: '231',
}

/** Indexes of arcs, nested in rings and polygons. A negative one, `~index`, is an arc in the opposite direction. */
type Arcs = number | readonly Arcs[]
type Geometry = { type: 'Polygon' | 'MultiPolygon'; id?: string; arcs: Arcs }
type Atlas = {
  type: 'Topology'
  objects: { countries: { type: 'GeometryCollection'; geometries: readonly Geometry[] } }
  arcs: readonly unknown[]
  transform: unknown
}

/** Returns the part of the atlas (Natural Earth 1:10m) with the countries that have districts, and only their arcs. */
export function selectCountries(atlas: Atlas): Atlas {
  const used = new Map<number, number>()
  const renumber = (arcs: Arcs): Arcs => {
    if (typeof arcs !== 'number') return arcs.map(renumber)
    const index = arcs < 0 ? ~arcs : arcs
    const next = used.get(index) ?? used.size
    used.set(index, next)
    return arcs < 0 ? ~next : next
  }
  const geometries = Object.entries(countryIds).map(([code, id]) => {
    const found = atlas.objects.countries.geometries.find(geometry => geometry.id === id)
    if (!found) throw new Error(`The atlas has no country ${id}`)
    return { type: found.type, id: code, arcs: renumber(found.arcs) }
  })
  const { type, transform } = atlas
  const arcs = [...used.keys()].map(index => atlas.arcs[index])
  return { type, transform, arcs, objects: { countries: { type: 'GeometryCollection', geometries } } }
}

/** Provides the outlines of the countries with districts, from the package world-atlas, as a module. */
export function countryOutlines(): Plugin {
  return {
    name: 'kutu-country-outlines',
    resolveId: id => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const file = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')
      const atlas: Atlas = JSON.parse(readFileSync(file, 'utf8'))
      return `export const atlas = ${JSON.stringify(selectCountries(atlas))}`
    },
  }
}
