import type { DistrictRow } from '../district-row.ts'

/**
 * Tanzania's 31 regions: 26 on the mainland and five of Zanzibar.
 * Points: 30 compared with the Countries States Cities Database, with little meaning for regions as large as these
 * (docs/decisions/0033-districts.md).
 * Source of the names: National Bureau of Statistics, 2022 Population and Housing Census.
 */
export const tanzania: readonly DistrictRow[] = [
  ['Arusha', -2.97, 36.1],
  ['Dar es Salaam', -6.85, 39.23],
  ['Dodoma', -5.98, 35.95],
  ['Geita', -3.05, 32.1],
  ['Iringa', -7.85, 35.48],
  ['Kagera', -2.18, 31.35],
  ['Katavi', -6.65, 31.45],
  ['Kigoma', -4.78, 30.4],
  ['Kilimanjaro', -3.75, 37.62],
  ['Lindi', -9.25, 38.4],
  ['Manyara', -4.5, 36.55],
  ['Mara', -1.75, 34.4],
  ['Mbeya', -8.32, 33.45],
  ['Morogoro', -8.15, 36.95],
  ['Mtwara', -10.65, 39.05],
  ['Mwanza', -2.8, 32.95],
  ['Njombe', -9.38, 34.85],
  ['Pemba North', -5.03, 39.77],
  ['Pemba South', -5.3, 39.72],
  ['Pwani', -7.2, 38.8],
  ['Rukwa', -7.8, 31.6],
  ['Ruvuma', -10.75, 36.05],
  ['Shinyanga', -3.55, 32.75],
  ['Simiyu', -3, 34.2],
  ['Singida', -5.55, 34.55],
  ['Songwe', -8.8, 32.65],
  ['Tabora', -5.35, 32.7],
  ['Tanga', -5.15, 38.35],
  ['Unguja North', -5.92, 39.3],
  ['Unguja South', -6.25, 39.42],
  ['Unguja Urban West', -6.2, 39.25],
]
