// Measures the memory of the server before, during and after many uploads, a third of them large.
import { measureResidentMegabytes, startKutu } from '../support/kutu-server.ts'
import { readIntegerOption, runLoad } from '../support/load.ts'
import { createPhotos, createUploadRequest, signIn } from '../support/uploads.ts'

const uploads = readIntegerOption('uploads', 1000)
const concurrency = readIntegerOption('concurrency', 8)
const steps = 10

const photos = await createPhotos(
  [
    [1600, 1200],
    [1024, 1024],
    [4000, 3000],
  ],
  4,
)
const kutu = await startKutu()
try {
  const token = await signIn(kutu)
  const printMemory = (uploadCount: number) => {
    const { own, withChildren } = measureResidentMegabytes(kutu.pid)
    console.log(
      `after ${String(uploadCount).padStart(5)} uploads: server ${own.toFixed(0)} MB, with its database ${withChildren.toFixed(0)} MB`,
    )
    return own
  }
  console.log(`Kutu from its ${kutu.buildKind}; ${concurrency} concurrent uploads, a third of them of 12 megapixels`)
  printMemory(0)
  let sentCount = 0
  const samples: number[] = []
  for (let step = 1; step <= steps; step++) {
    const calls = Math.ceil(uploads / steps)
    const createRequest = (index: number) =>
      createUploadRequest(
        '/analysis/rust-detection/',
        photos[index % photos.length] ?? Buffer.alloc(0),
        sentCount++,
        token,
      )
    const { statuses } = await runLoad(kutu.url, { calls, concurrency, createRequest })
    if (statuses['201'] !== calls) throw new Error(`not all photos were answered: ${JSON.stringify(statuses)}`)
    samples.push(printMemory(sentCount))
  }
  const [first = 0] = samples
  const last = samples.at(-1) ?? 0
  console.log(`\nThe last nine tenths of the uploads added ${(last - first).toFixed(0)} MB.`)
} finally {
  await kutu.stop()
}
