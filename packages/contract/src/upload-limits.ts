/** Limits of an uploaded image, for browser, server and command line. No schemas here: the web bundles this file. */
export const imageLimits = { bytes: 5 * 1024 * 1024, pixels: 50_000_000, types: ['image/jpeg', 'image/png'] } as const

/** A photo that was taken in the last days counts for its own week, however late it is sent. */
export const maxPhotoAgeDays = 30

/** Number of photos of one plant that are diagnosed together. */
export const maxPlantPhotos = 6
