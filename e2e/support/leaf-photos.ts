import { join } from 'node:path'

/** Folder of leaf photos, if this machine has one. */
const dataDir = process.env.LEAF_DATA

export const hasLeafPhotos = Boolean(dataDir)
export const noLeafPhotosReason = 'LEAF_DATA names no folder of leaf photos'

/** Laboratory photos that any releasable model classifies correctly, one that it doubts, and one without a leaf. */
export const leafPhotos = {
  rust: ['test_lab', 'maize__common_rust', '003.jpg'],
  otherRust: ['test_lab', 'maize__common_rust', '005.jpg'],
  healthy: ['test_lab', 'maize__healthy', '007.jpg'],
  otherDisease: ['test_lab', 'maize__northern_leaf_blight', '003.jpg'],
  /** Rust that the released model doubts; the next one may need another photo here. */
  doubtful: ['test_lab', 'maize__common_rust', '012.jpg'],
  noLeaf: ['test_field', 'other__not_leaf', '001.jpg'],
} as const

export const leafPhotoPath = (name: keyof typeof leafPhotos): string => join(dataDir ?? '', ...leafPhotos[name])
