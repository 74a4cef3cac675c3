import type { StatedCropType } from '@kutu/contract/common'
import { statedCropTypes } from '../../crops.ts'

const storageKey = 'lastCrop'

/** Returns the crop that was stated last on this device: farmers mostly photograph the same one again. */
export const getLastCrop = (): StatedCropType | undefined =>
  statedCropTypes.find(crop => crop === localStorage.getItem(storageKey))

/** Remembers the crop for the next photo. Signing out clears it with the rest of the storage. */
export function storeLastCrop(crop: StatedCropType | undefined): void {
  if (crop === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, crop)
}
