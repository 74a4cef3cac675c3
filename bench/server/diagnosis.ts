// Compares diagnoses per second and p95 latency of the whole product (authentication, upload, decoding, four views, heat map,
// re-encoding, database) with the same backbone on plain PyTorch behind a Python web server, and with another version of the
// product if BASELINE names its checkout.
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

let sentCount = 0

type Subject = { name: string; server: RunningServer; path: string; token: string; status: string }

let photos = await createPhotos(sizes, 8)
const kutu = await startKutu()
const baseline = process.env.BASELINE ? await startKutu({}, process.env.BASELINE) : undefined
const torch = await startTorchServer()
try {
  const uploadPath = '/analysis/rust-detection/'
  const ours = { name: 'Kutu', server: kutu, path: uploadPath, token: await signIn(kutu), status: '201' }
  const others: Subject[] = [{ name: 'PyTorch', server: torch, path: '/', token: '', status: '200' }]
  if (baseline)
    others.push({
      name: 'baseline',
      server: baseline,
      path: uploadPath,
      token: await signIn(baseline),
      status: '201',
    })
  photos = await selectAcceptedPhotos(others)
  console.log(
    `${availableParallelism()} processors; Kutu from its ${kutu.buildKind}; ${concurrency} concurrent uploads of`,
  )
  console.log(`${photos.length} JPEGs of ${sizes.map(size => size.join(' x ')).join(' and ')} px\n`)
  for (const subject of [ours, ...others]) await measure(subject, concurrency * 3)
  const ratios = new Map<string, number[]>(others.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++) {
    // In turns, so that other load on the machine affects all.
    const ourResult = await measure(ours, calls)
    console.log(formatLoadResult(`round ${round}: ${ours.name}`, ourResult))
    for (const other of others) {
      const result = await measure(other, calls)
      ratios.get(other.name)?.push(ourResult.perSecond / result.perSecond)
      console.log(formatLoadResult(`round ${round}: ${other.name}`, result))
    }
  }
  for (const [name, values] of ratios) {
    const sorted = values.toSorted((a, b) => a - b)
    const [min = 0, median = 0, max = 0] = [0, Math.floor(sorted.length / 2), sorted.length - 1].map(i => sorted[i])
    console.log(
      `Kutu answers ${median.toFixed(2)} times as many photos a second as ${name} ` +
        `(median of ${rounds} rounds, ${min.toFixed(2)} to ${max.toFixed(2)}).`,
    )
  }
} finally {
  await Promise.all([kutu.stop(), baseline?.stop(), torch.stop()])
}

/** Returns the photos that all subjects accept: another version may have another model. */
async function selectAcceptedPhotos(subjects: Subject[]): Promise<Buffer[]> {
  const accepted: Buffer[] = []
  for (const photo of photos) {
    const results = await Promise.all(
      subjects.map(({ server, path, token, status }) =>
        runLoad(server.url, {
          calls: 1,
          concurrency: 1,
          createRequest: () => createUploadRequest(path, photo, sentCount++, token),
        }).then(({ statuses }) => statuses[status] === 1),
      ),
    )
    if (results.every(Boolean)) accepted.push(photo)
  }
  return accepted
}

async function measure({ server, path, token, status }: Subject, count: number): Promise<LoadResult> {
  const result = await runLoad(server.url, {
    calls: count,
    concurrency,
    createRequest: index =>
      createUploadRequest(path, photos[index % photos.length] ?? Buffer.alloc(0), sentCount++, token),
  })
  assertAllAnswered(result, status, count)
  return result
}

/** Fails when a photo was rejected: rejections are faster than diagnoses and would falsify the result. */
function assertAllAnswered({ statuses }: LoadResult, expectedStatus: string, expectedCount: number): void {
  if (statuses[expectedStatus] !== expectedCount)
    throw new Error(`not all photos were answered: ${JSON.stringify(statuses)}`)
}
