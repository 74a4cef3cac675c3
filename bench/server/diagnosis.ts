// Compares diagnoses per second and p95 latency of the whole product (authentication, upload, decoding, four views, heat map,
// re-encoding, database) with the same backbone on plain PyTorch behind a Python web server, and with another version of the
// product if BASELINE names its checkout.
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { assertAllReplied, formatLoadResult, type LoadResult, runLoad, signIn } from '../support/http.ts'
import { findFreePort, spawnBound, startKutu } from '../support/kutu-server.ts'
import { percentile, readIntegerOption } from '../support/measure.ts'
import { analysisPath, createPhotos, createUploadRequest } from '../support/uploads.ts'

const calls = readIntegerOption('calls', 300)
const concurrency = readIntegerOption('concurrency', 8)
const rounds = readIntegerOption('rounds', 3)
const sizes = [
  [1600, 1200],
  [1024, 1024],
] as const

type Subject = { name: string; url: string; path: string; token: string; status: string; stop: () => unknown }

let photos = await createPhotos(sizes, 8)
const ours = await startVersion('Kutu')
const others = [await startTorch()]
if (process.env.BASELINE) others.push(await startVersion('baseline', process.env.BASELINE))
try {
  photos = await selectAcceptedPhotos()
  console.log(`${availableParallelism()} processors; ${concurrency} concurrent uploads of`)
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
    const [min, median, max] = [0, 0.5, 1].map(fraction => percentile(values, fraction).toFixed(2))
    console.log(
      `Kutu answers ${median} times as many photos a second as ${name} (median of ${rounds} rounds, ${min} to ${max}).`,
    )
  }
} finally {
  for (const { stop } of [ours, ...others]) await stop()
}

async function startVersion(name: string, checkout?: string): Promise<Subject> {
  const { url, accounts, stop, buildKind } = await startKutu({}, { ...(checkout && { checkout }) })
  console.log(`${name} from its ${buildKind}`)
  return { name, url, path: analysisPath, token: (await signIn(url, accounts.farmer)).access, status: '201', stop }
}

/** Starts the same backbone on PyTorch behind a Python web server. */
async function startTorch(): Promise<Subject> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawnBound(['/usr/bin/python3', 'bench/server/torch-server.py', String(port)])
  child.stderr?.pipe(process.stderr)
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('torch-server.py ended')
    await delay(100)
  }
  return { name: 'PyTorch', url, path: '/', token: '', status: '200', stop: () => child.kill() }
}

/** Returns the photos that all subjects accept: another version may have another model. */
async function selectAcceptedPhotos(): Promise<Buffer[]> {
  const accepted: Buffer[] = []
  for (const photo of photos) {
    const results = others.map(async ({ url, path, token, status }) => {
      const createRequest = () => createUploadRequest(photo, token, path)
      return (await runLoad(url, { calls: 1, concurrency: 1, createRequest })).statuses[status] === 1
    })
    if ((await Promise.all(results)).every(Boolean)) accepted.push(photo)
  }
  return accepted
}

async function measure({ url, path, token, status }: Subject, count: number): Promise<LoadResult> {
  const createRequest = (index: number) => createUploadRequest(photos[index % photos.length], token, path)
  const result = await runLoad(url, { calls: count, concurrency, createRequest })
  assertAllReplied(result, status)
  return result
}
