import { rewriteJpeg } from './jpeg-segments.ts'

const app2Marker = 0xe2

/**
 * Removes the ICC profile (APP2 segments) of a JPEG. Some browsers write an sRGB profile. The server would convert the
 * pixels through it and get slightly different ones than without a profile.
 */
export const stripIccProfile = (jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  rewriteJpeg(jpeg, ({ marker, bytes }) => (marker === app2Marker ? null : bytes))
