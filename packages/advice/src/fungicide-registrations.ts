import type { Crop, FungicideGroup } from './disease-card.ts'
import type { SourceKey } from './sources.ts'

/** Only `lawful` lets a name be shown. `named_in_guide` is a guide's word, not the register's. */
export type RegistrationStatus = 'lawful' | 'named_in_guide' | 'restricted' | 'barred' | 'unknown'

export interface Registration {
  /** ISO 3166 code. */
  country: string
  status: RegistrationStatus
  /** The crop for which the standing was read; a registration holds for a crop, not for a field. */
  crop: Crop | 'any'
  /** Year, month or day on which the source stood; for `unknown`, when we noted that nothing was read. */
  asOf: string
  sources: SourceKey[]
}

export interface GroupRegistration extends Registration {
  group: FungicideGroup
}

/** Nothing has been read in a national register yet, so no group is lawful to name anywhere. */
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

/** Actives that older advice names. Kept to prove by test that no card does; never shown. */
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
 * Whether the group may be named to a reader in that country about that crop. Unknown is not lawful.
 * A standing read for the crop itself outweighs one noted for any crop.
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
