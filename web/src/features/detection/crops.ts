import type { CropType, StatedCropType } from '@kutu/contract/common'

/** The crops that a farmer can select. */
export const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]

/** The crop that a farmer can state for a photo: one of the supported crops, or another one. */
export const statedCropTypes = [...crops, 'OTHER'] as const satisfies readonly StatedCropType[]

/** Returns the selectable crop with the model's (lower-case) name, or undefined. */
export const findCrop = (name: string | null): CropType | undefined => crops.find(crop => crop === name?.toUpperCase())
