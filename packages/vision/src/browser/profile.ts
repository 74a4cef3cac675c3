const colourProfile = 0xe2
const startOfScan = 0xda

/**
 * A JPEG without its colour profile. Some browsers write one that says sRGB, which is what a JPEG without any is taken
 * for; the server would compute its way through it and meet other pixels, by a hair.
 */
export function withoutProfile(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  const kept = [jpeg.subarray(0, 2)]
  let at = 2
  while (at + 4 <= jpeg.length && view.getUint8(at + 1) !== startOfScan) {
    const next = at + 2 + view.getUint16(at + 2)
    if (view.getUint8(at + 1) !== colourProfile) kept.push(jpeg.subarray(at, next))
    at = next
  }
  kept.push(jpeg.subarray(at))
  const whole = new Uint8Array(kept.reduce((sum, part) => sum + part.length, 0))
  kept.reduce((to, part) => {
    whole.set(part, to)
    return to + part.length
  }, 0)
  return whole
}
