import type { Crop, FungicideGroup } from './disease-card.ts'
import type { SourceKey } from './sources.ts'

/** Only groups with the status `lawful` are named. `named_in_guide` comes from a guide, not from the register. */
export type RegistrationStatus = 'lawful' | 'named_in_guide' | 'restricted' | 'barred' | 'unknown'

export interface Registration {
  /** ISO 3166 code of the country. */
  country: string
  status: RegistrationStatus
  /** The crop of the registration; a product is registered per crop. */
  crop: Crop | 'any'
  /** Date of the source as year, month or day; for `unknown`, the date of this entry. */
  asOf: string
  sources: SourceKey[]
}

export interface GroupRegistration extends Registration {
  group: FungicideGroup
}

/** No national register has been checked yet, so no group may be named in any country. */
export const groupRegistrations: GroupRegistration[] = [
  { group: 'triazole', country: 'KE', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['K1'] },
  { group: 'strobilurin', country: 'KE', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['K1'] },
  { group: 'copper', country: 'KE', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['K1'] },
  { group: 'triazole', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { group: 'strobilurin', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { group: 'copper', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { group: 'triazole', country: 'RW', status: 'named_in_guide', crop: 'wheat', asOf: '2022', sources: ['R1'] },
  { group: 'copper', country: 'RW', status: 'named_in_guide', crop: 'wheat', asOf: '2022', sources: ['R1'] },
]

export interface ActiveIngredientRegistration extends Registration {
  activeIngredient: string
}

/** Active ingredients in older advice. Never shown: a test uses the list to check that no card names one. */
export const activeIngredientRegistrations: ActiveIngredientRegistration[] = [
  {
    activeIngredient: 'chlorothalonil',
    country: 'KE',
    status: 'barred',
    crop: 'any',
    asOf: '2025-06',
    sources: ['K1', 'K2', 'K3'],
  },
  {
    activeIngredient: 'chlorothalonil',
    country: 'UG',
    status: 'unknown',
    crop: 'any',
    asOf: '2026-11',
    sources: ['U2'],
  },
  {
    activeIngredient: 'propineb',
    country: 'KE',
    status: 'barred',
    crop: 'any',
    asOf: '2025-06',
    sources: ['K3', 'K4'],
  },
  { activeIngredient: 'propineb', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { activeIngredient: 'mancozeb', country: 'KE', status: 'restricted', crop: 'any', asOf: '2025-06', sources: ['K5'] },
  { activeIngredient: 'mancozeb', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { activeIngredient: 'benomyl', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06-23', sources: ['K6'] },
  { activeIngredient: 'benomyl', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { activeIngredient: 'captafol', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06-23', sources: ['K6'] },
  { activeIngredient: 'captafol', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { activeIngredient: 'kasugamycin', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06', sources: ['K2'] },
  { activeIngredient: 'kasugamycin', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { activeIngredient: 'iprodione', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06', sources: ['K4'] },
  { activeIngredient: 'iprodione', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
]

/**
 * Returns true when a fungicide group may be named for the crop in the country. Unknown groups may not. A registration for
 * the crop takes precedence over one for any crop.
 */
export function canNameGroup(
  group: FungicideGroup,
  crop: Crop | null,
  country: string | null,
  registrations: GroupRegistration[] = groupRegistrations,
): boolean {
  const inCountry = registrations.filter(
    registration => registration.group === group && registration.country === country?.toUpperCase(),
  )
  const forCrop = inCountry.filter(registration => registration.crop === crop)
  const relevant = forCrop.length > 0 ? forCrop : inCountry.filter(registration => registration.crop === 'any')
  return relevant.length > 0 && relevant.every(registration => registration.status === 'lawful')
}
