import type { Crop, FungicideGroup } from './card.ts'
import type { SourceKey } from './sources.ts'

/** Only `lawful` lets a name be shown. `named_in_guide` is a guide's word, not the register's. */
export type LegalStatus = 'lawful' | 'named_in_guide' | 'restricted' | 'barred' | 'unknown'

export interface Standing {
  /** ISO 3166 code. */
  country: string
  status: LegalStatus
  /** The crop for which the standing was read; a registration holds for a crop, not for a field. */
  crop: Crop | 'any'
  /** Year, month or day on which the source stood; for `unknown`, when we noted that nothing was read. */
  asOf: string
  sources: SourceKey[]
}

export interface GroupStanding extends Standing {
  group: FungicideGroup
}

/** Nothing has been read in a national register yet, so no group is lawful to name anywhere. */
export const groupStandings: GroupStanding[] = [
  { group: 'triazole', country: 'KE', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['K1'] },
  { group: 'strobilurin', country: 'KE', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['K1'] },
  { group: 'copper', country: 'KE', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['K1'] },
  { group: 'triazole', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { group: 'strobilurin', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { group: 'copper', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { group: 'triazole', country: 'RW', status: 'named_in_guide', crop: 'wheat', asOf: '2022', sources: ['R1'] },
  { group: 'copper', country: 'RW', status: 'named_in_guide', crop: 'wheat', asOf: '2022', sources: ['R1'] },
]

export interface ActiveStanding extends Standing {
  active: string
}

/** Actives that older advice names. Kept to prove by test that no card does; never shown. */
export const activeStandings: ActiveStanding[] = [
  {
    active: 'chlorothalonil',
    country: 'KE',
    status: 'barred',
    crop: 'any',
    asOf: '2025-06',
    sources: ['K1', 'K2', 'K3'],
  },
  { active: 'chlorothalonil', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { active: 'propineb', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06', sources: ['K3', 'K4'] },
  { active: 'propineb', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { active: 'mancozeb', country: 'KE', status: 'restricted', crop: 'any', asOf: '2025-06', sources: ['K5'] },
  { active: 'mancozeb', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { active: 'benomyl', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06-23', sources: ['K6'] },
  { active: 'benomyl', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { active: 'captafol', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06-23', sources: ['K6'] },
  { active: 'captafol', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { active: 'kasugamycin', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06', sources: ['K2'] },
  { active: 'kasugamycin', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
  { active: 'iprodione', country: 'KE', status: 'barred', crop: 'any', asOf: '2025-06', sources: ['K4'] },
  { active: 'iprodione', country: 'UG', status: 'unknown', crop: 'any', asOf: '2026-11', sources: ['U2'] },
]

/**
 * Whether the group may be named to a reader in that country about that crop. Unknown is not lawful.
 * A standing read for the crop itself outweighs one noted for any crop.
 */
export function isLawfulToName(
  group: FungicideGroup,
  crop: Crop | null,
  country: string | null,
  standings: GroupStanding[] = groupStandings,
): boolean {
  const here = standings.filter(each => each.group === group && each.country === country?.toUpperCase())
  const forCrop = here.filter(each => each.crop === crop)
  const deciding = forCrop.length > 0 ? forCrop : here.filter(each => each.crop === 'any')
  return deciding.length > 0 && deciding.every(each => each.status === 'lawful')
}
