// Uploads photos that need as much memory as the limits allow, or more, eight at once, and ordinary photos meanwhile.
// Prints the highest resident memory of the server and how long the ordinary uploads waited.
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { deepInterlacedPng } from '../../server/src/testing/images/malformed-pngs.ts'
import { measureResidentMegabytes, startKutu } from '../support/kutu-server.ts'
import { readIntegerOption } from '../support/load.ts'
import { createPhotos, createUploadRequest, signIn } from '../support/uploads.ts'

const concurrency = readIntegerOption('concurrency', 8)
const rounds = readIntegerOption('rounds', 3)

/** A photo of one color without interlacing or alpha channel. */
const plainPhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 70, g: 130, b: 50 } }, limitInputPixels: false })
const photos: [name: string, bytes: Buffer][] = [
  ['interlaced PNG, 16-bit RGBA, 49.9 megapixels', deepInterlacedPng(7060, 7060)],
  ['interlaced PNG, 16-bit RGBA, 24.9 megapixels', deepInterlacedPng(4990, 4990)],
  ['progressive JPEG, 49.9 megapixels', await plainPhoto(7060, 7060).jpeg({ progressive: true }).toBuffer()],
  ['PNG, 8-bit RGB, 49.9 megapixels', await plainPhoto(7060, 7060).png().toBuffer()],
  ['JPEG, 49.9 megapixels', await plainPhoto(7060, 7060).jpeg().toBuffer()],
]
const ordinaryPhotos = await createPhotos([[1600, 1200]], 4)

let sentCount = 0
async function upload(url: string, token: string, photo: Buffer): Promise<{ status: number; milliseconds: number }> {
  const { path, headers, body } = createUploadRequest('/analysis/rust-detection/', photo, sentCount++, token)
  const startedAt = performance.now()
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: headers ?? {},
    body: new Uint8Array(body ?? []),
  })
  await response.arrayBuffer()
  return { status: response.status, milliseconds: performance.now() - startedAt }
}

for (const [name, photo] of photos) {
  // A new server each time: memory that the allocator keeps would hide the next peak.
  const kutu = await startKutu()
  try {
    const token = await signIn(kutu)
    let isRunning = true
    let peak = 0
    const before = measureResidentMegabytes(kutu.pid).own
    const sampleMemory = async () => {
      for (; isRunning; await delay(20)) peak = Math.max(peak, measureResidentMegabytes(kutu.pid).own)
    }
    const waits: number[] = []
    const uploadOrdinary = async () => {
      for (let i = 0; isRunning; i++) {
        const { status, milliseconds } = await upload(
          kutu.url,
          token,
          ordinaryPhotos[i % ordinaryPhotos.length] ?? Buffer.alloc(0),
        )
        if (status !== 201) throw new Error(`an ordinary photo got ${status}`)
        waits.push(milliseconds)
      }
    }
    const sendLarge = async () => {
      const statuses: Record<number, number> = {}
      const startedAt = performance.now()
      for (let round = 0; round < rounds; round++)
        for (const { status } of await Promise.all(
          Array.from({ length: concurrency }, () => upload(kutu.url, token, photo)),
        ))
          statuses[status] = (statuses[status] ?? 0) + 1
      isRunning = false
      return { statuses, seconds: (performance.now() - startedAt) / 1000 }
    }
    const [{ statuses, seconds }] = await Promise.all([sendLarge(), uploadOrdinary(), sampleMemory()])
    waits.sort((a, b) => a - b)
    const wait = (share: number) => `${(waits[Math.floor(share * (waits.length - 1))] ?? 0).toFixed(0)} ms`
    console.log(
      `${name} (${(photo.length / 1e6).toFixed(1)} MB): ${JSON.stringify(statuses)} in ${seconds.toFixed(1)} s; ` +
        `memory ${before.toFixed(0)} to ${peak.toFixed(0)} MB; ordinary uploads ${waits.length}, p50 ${wait(0.5)}, max ${wait(1)}`,
    )
  } finally {
    await kutu.stop()
  }
}
