const app2Marker = 0xe2
const startOfScanMarker = 0xda

/**
 * A JPEG without its colour profile. Some browsers write one that says sRGB, which is what a JPEG without any is taken
 * for; the server would compute its way through it and meet other pixels, by a hair.
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
