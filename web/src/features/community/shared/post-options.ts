import type { CropType } from '@kutu/contract/common'
import type { DiseaseType, UrgencyLevel } from '@kutu/contract/community/community'

/** Returns the keys of a record. Options are built from records, so that a new contract value fails the type check until it is added. */
export const typedKeys = <Key extends string>(record: Record<Key, unknown>): readonly Key[] =>
  Object.keys(record) as Key[]

export const crops = typedKeys<CropType>({ MAIZE: true, WHEAT: true, RICE: true, BEANS: true })
export const diseases = typedKeys<DiseaseType>({
  common_rust: true,
  leaf_blust: true,
  gray_leaf_spot: true,
  none: true,
})
export const urgencies = typedKeys<UrgencyLevel>({ low: true, medium: true, high: true })
