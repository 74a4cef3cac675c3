import type { DistrictRow } from '../district-row.ts'

/**
 * Rwanda's 30 districts. Source of the names: Organic Law 29/2005 on administrative entities; National Institute of Statistics of
 * Rwanda, Fifth Census 2022.
 * Points: 13 compared with Wikipedia (docs/decisions/0033-districts.md).
 */
export const rwanda: readonly DistrictRow[] = [
  ['Bugesera', -2.23, 30.15],
  ['Burera', -1.47, 29.85],
  ['Gakenke', -1.7, 29.78],
  ['Gasabo', -1.88, 30.13],
  ['Gatsibo', -1.62, 30.45],
  ['Gicumbi', -1.62, 30.1],
  ['Gisagara', -2.62, 29.85],
  ['Huye', -2.53, 29.7],
  ['Kamonyi', -2, 29.88],
  ['Karongi', -2.15, 29.42],
  ['Kayonza', -1.93, 30.55],
  ['Kicukiro', -2, 30.13],
  ['Kirehe', -2.27, 30.7],
  ['Muhanga', -1.95, 29.7],
  ['Musanze', -1.5, 29.6],
  ['Ngoma', -2.18, 30.47],
  ['Ngororero', -1.87, 29.58],
  ['Nyabihu', -1.65, 29.5],
  ['Nyagatare', -1.35, 30.37],
  ['Nyamagabe', -2.42, 29.47],
  ['Nyamasheke', -2.35, 29.15],
  ['Nyanza', -2.35, 29.78],
  ['Nyarugenge', -1.98, 30.02],
  ['Nyaruguru', -2.7, 29.55],
  ['Rubavu', -1.68, 29.33],
  ['Ruhango', -2.2, 29.77],
  ['Rulindo', -1.73, 30],
  ['Rusizi', -2.58, 29.02],
  ['Rutsiro', -1.93, 29.38],
  ['Rwamagana', -1.97, 30.35],
]
