/** How large a photo is sent: its longer side in pixels at most, and the quality its JPEG is written with, 0 to 1. */
export type SentSize = { longSide: number; quality: number }

export const usualSize: SentSize = { longSide: 1600, quality: 0.85 }

/**
 * Where its sender saves data. The short side of nearly every photo stays above the 512 px that any photo is reduced to
 * before it is diagnosed; `bench/data-saver.ts` measures that the answers stay what they were.
 */
export const sparingSize: SentSize = { longSide: 1024, quality: 0.85 }
