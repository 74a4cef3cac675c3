// Neighbors by the Gabriel graph (Gabriel & Sokal 1969, doi 10.2307/2412323): two points are neighbors if no third point
// lies in the circle whose diameter is the line between them.
import { distanceKm } from './distance.ts'
import { type District, districts } from './districts.ts'

/** Points farther apart than this are no neighbors, however empty the land between them. */
const maxNeighborKm = 300

/** Returns the neighbors of every district by code, also across borders between countries. */
export function computeNeighbors(points: readonly District[]): ReadonlyMap<string, readonly string[]> {
  const squaredKm = points.map(a => points.map(b => distanceKm(a, b) ** 2))
  const squared = (i: number, j: number): number => squaredKm[i]?.[j] ?? Number.POSITIVE_INFINITY
  const isNeighbor = (i: number, j: number): boolean =>
    i !== j &&
    squared(i, j) <= maxNeighborKm ** 2 &&
    // By Thales' theorem, k lies in the circle if the angle at k is obtuse.
    points.every((_, k) => k === i || k === j || squared(i, k) + squared(j, k) >= squared(i, j))
  return new Map(
    points.map((point, i) => [point.code, points.filter((_, j) => isNeighbor(i, j)).map(({ code }) => code)]),
  )
}

let neighbors: ReadonlyMap<string, readonly string[]> | undefined

/** Returns the codes of the districts around a district. @throws for an unknown code */
export function listNeighbors(code: string): readonly string[] {
  neighbors ??= computeNeighbors(districts)
  const found = neighbors.get(code)
  if (!found) throw new Error(`There is no district ${code}`)
  return found
}
