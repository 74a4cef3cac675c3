/** How large a photo is sent: its longer side in pixels at most, and the quality its JPEG is written with, 0 to 1. */
export type UploadSize = { longSide: number; quality: number }

export const defaultUploadSize: UploadSize = { longSide: 1600, quality: 0.85 }

/**
 * Where its sender saves data. The short side of nearly every photo stays above the 512 px that any photo is reduced to
 * before it is diagnosed; `bench/browser/data-saver.ts` measures that the answers stay what they were.
 */
export const dataSaverUploadSize: UploadSize = { longSide: 1024, quality: 0.85 }
