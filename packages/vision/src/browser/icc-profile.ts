const app2Marker = 0xe2
const startOfScanMarker = 0xda

/**
 * Removes the ICC profile (APP2 segments) of a JPEG. Some browsers write an sRGB profile. The server would convert the
 * pixels through it and get slightly different ones than without a profile.
 */
export function stripIccProfile(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  const segments = [jpeg.subarray(0, 2)]
  let offset = 2
  while (offset + 4 <= jpeg.length && view.getUint8(offset + 1) !== startOfScanMarker) {
    const next = offset + 2 + view.getUint16(offset + 2)
    if (view.getUint8(offset + 1) !== app2Marker) segments.push(jpeg.subarray(offset, next))
    offset = next
  }
  segments.push(jpeg.subarray(offset))
  const stripped = new Uint8Array(segments.reduce((sum, part) => sum + part.length, 0))
  segments.reduce((to, part) => {
    stripped.set(part, to)
    return to + part.length
  }, 0)
  return stripped
}
