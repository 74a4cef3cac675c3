// What the server holds in memory before, during and after many uploads, large ones among them.
import { residentMegabytes, startKutu } from './kutu-server.ts'
import { load, numberGiven } from './load.ts'
import { drawnPhotos, signedIn, uploadCall } from './uploads.ts'

const uploads = numberGiven('uploads', 1000)
const atOnce = numberGiven('at-once', 8)
const steps = 10

const photos = await drawnPhotos(
  [
    [1600, 1200],
    [1024, 1024],
    [4000, 3000],
  ],
  4,
)
const kutu = await startKutu()
try {
  const token = await signedIn(kutu)
  const report = (after: number) => {
    const { own, withChildren } = residentMegabytes(kutu.pid)
    console.log(
      `after ${String(after).padStart(5)} uploads: server ${own.toFixed(0)} MB, with its database ${withChildren.toFixed(0)} MB`,
    )
    return own
  }
  console.log(`Kutu from its ${kutu.how}; ${atOnce} uploads at once, a third of them of 12 megapixels`)
  report(0)
  let sent = 0
  const marks: number[] = []
  for (let step = 1; step <= steps; step++) {
    const calls = Math.ceil(uploads / steps)
    const make = (index: number) =>
      uploadCall('/analysis/rust-detection/', photos[index % photos.length] ?? Buffer.alloc(0), sent++, token)
    const { statuses } = await load(kutu.url, { calls, atOnce, make })
    if (statuses['201'] !== calls) throw new Error(`not all photos were answered: ${JSON.stringify(statuses)}`)
    marks.push(report(sent))
  }
  const [first = 0] = marks
  const last = marks.at(-1) ?? 0
  console.log(`\nThe last nine tenths of the uploads added ${(last - first).toFixed(0)} MB.`)
} finally {
  await kutu.stop()
}
