// Compares diagnoses per second and p95 latency of the whole product (authentication, upload, decoding, four views, heat map,
// re-encoding, database) with the same backbone on plain PyTorch behind a Python web server.
import { availableParallelism } from 'node:os'
import { type RunningServer, startKutu, startTorchServer } from '../support/kutu-server.ts'
import { formatLoadResult, type LoadResult, readIntegerOption, runLoad } from '../support/load.ts'
import { createPhotos, createUploadRequest, signIn } from '../support/uploads.ts'

const calls = readIntegerOption('calls', 300)
const concurrency = readIntegerOption('concurrency', 8)
const rounds = readIntegerOption('rounds', 3)
const sizes = [
  [1600, 1200],
  [1024, 1024],
] as const

const photos = await createPhotos(sizes, 8)
const kutu = await startKutu()
const torch = await startTorchServer()
try {
  const token = await signIn(kutu)
  let sentCount = 0
  const measure = (server: RunningServer, path: string, count: number) =>
    runLoad(server.url, {
      calls: count,
      concurrency,
      createRequest: index =>
        createUploadRequest(path, photos[index % photos.length] ?? Buffer.alloc(0), sentCount++, token),
    })
  const measureKutu = (count: number) => measure(kutu, '/analysis/rust-detection/', count)
  const measureTorch = (count: number) => measure(torch, '/', count)

  console.log(
    `${availableParallelism()} processors; Kutu from its ${kutu.buildKind}; ${concurrency} concurrent uploads of`,
  )
  console.log(`${photos.length} JPEGs of ${sizes.map(size => size.join(' x ')).join(' and ')} px\n`)
  await measureKutu(concurrency * 3)
  await measureTorch(concurrency * 3)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    // In turns, so that other load on the machine affects both.
    const ours = await measureKutu(calls)
    const theirs = await measureTorch(calls)
    assertAllAnswered(ours, '201')
    assertAllAnswered(theirs, '200')
    ratios.push(ours.perSecond / theirs.perSecond)
    console.log(formatLoadResult(`round ${round}: Kutu`, ours))
    console.log(formatLoadResult(`round ${round}: PyTorch`, theirs))
    console.log(
      `round ${round}: ratio of rates ${ratios.at(-1)?.toFixed(2)}, of p95 ${(theirs.p95 / ours.p95).toFixed(2)}\n`,
    )
  }
  const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]
  console.log(
    `Kutu answers ${median?.toFixed(2)} times as many photos a second as plain PyTorch (median of ${rounds} rounds).`,
  )
} finally {
  await Promise.all([kutu.stop(), torch.stop()])
}

/** Fails when a photo was rejected: rejections are faster than diagnoses and would falsify the result. */
function assertAllAnswered({ statuses, calls: expectedCount }: LoadResult, expectedStatus: string): void {
  if (statuses[expectedStatus] !== expectedCount)
    throw new Error(`not all photos were answered: ${JSON.stringify(statuses)}`)
}
