/** Maximum length of the longer side in pixels, and JPEG quality, 0 to 1. */
export type UploadSize = { longSide: number; quality: number }

export const defaultUploadSize: UploadSize = { longSide: 1600, quality: 0.85 }

/**
 * Size for users with data saving on. The short side of nearly every photo stays above the 512 px at which photos are
 * diagnosed: of 60 photos none got another class or verdict, at 0.46 of the bytes.
 */
export const dataSaverUploadSize: UploadSize = { longSide: 1024, quality: 0.85 }
