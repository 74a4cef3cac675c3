import type { DistrictRow } from '../district-row.ts'

/**
 * Burundi's 18 provinces as they were until 2025. The reform of that year joined them into five, which are too large to warn by; these
 * names are still in use.
 * Points: all compared with the Countries States Cities Database (docs/decisions/0033-districts.md).
 * Source of the names: ISTEEBU, census of 2008, and the law of 2015 that created Rumonge.
 */
export const burundi: readonly DistrictRow[] = [
  ['Bubanza', -3.12, 29.4],
  ['Bujumbura Mairie', -3.38, 29.37],
  ['Bujumbura Rural', -3.45, 29.48],
  ['Bururi', -3.93, 29.6],
  ['Cankuzo', -3.15, 30.6],
  ['Cibitoke', -2.85, 29.18],
  ['Gitega', -3.47, 29.95],
  ['Karuzi', -3.13, 30.1],
  ['Kayanza', -2.98, 29.65],
  ['Kirundo', -2.58, 30.12],
  ['Makamba', -4.18, 29.77],
  ['Muramvya', -3.27, 29.67],
  ['Muyinga', -2.85, 30.33],
  ['Mwaro', -3.53, 29.68],
  ['Ngozi', -2.88, 29.87],
  ['Rumonge', -4, 29.45],
  ['Rutana', -3.92, 30.05],
  ['Ruyigi', -3.48, 30.4],
]
