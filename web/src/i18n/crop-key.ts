import type { Crop } from '@kutu/advice/disease-card'

/** Returns the key of the name of a crop. */
export const getCropKey = (crop: Crop) => `crop.${crop.toUpperCase() as Uppercase<Crop>}` as const
