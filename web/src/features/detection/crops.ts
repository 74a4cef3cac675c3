import type { CropType } from '@kutu/contract/common'

/** The crops that a farmer can select. */
export const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]

/** Returns the selectable crop with the model's (lower-case) name, or undefined. */
export const findCrop = (name: string | null): CropType | undefined => crops.find(crop => crop === name?.toUpperCase())
