/** Maximum length of the longer side in pixels, and JPEG quality, 0 to 1. */
export type UploadSize = { longSide: number; quality: number }

export const defaultUploadSize: UploadSize = { longSide: 1600, quality: 0.85 }

/**
 * Size for users with data saving on. The short side of nearly every photo stays above the 512 px at which photos are
 * diagnosed; `bench/browser/data-saver.ts` measures that the answers do not change.
 */
export const dataSaverUploadSize: UploadSize = { longSide: 1024, quality: 0.85 }
