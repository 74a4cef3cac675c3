// Measures the resident memory of a process of each ROLE: after its start and after requests of its kind.
import { randomBytes } from 'node:crypto'
import { findRunningPostgresUrl } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { measureResidentMegabytes, startAdditionalServer, startKutu } from '../support/kutu-server.ts'
import { type LoadRequest, readIntegerOption, runLoad } from '../support/load.ts'
import { createPhotos, createUploadRequest, signIn } from '../support/uploads.ts'

const uploads = readIntegerOption('uploads', 500)
const reads = readIntegerOption('reads', 2000)

const photos = await createPhotos(
  [
    [1600, 1200],
    [4000, 3000],
  ],
  4,
)
const secrets = {
  TOKEN_SECRET: randomBytes(32).toString('base64url'),
  URL_SECRET: randomBytes(32).toString('base64url'),
  MALLOC_ARENA_MAX: '2',
}
const kutu = await startKutu(secrets)
const stops = [kutu.stop]
try {
  const token = await signIn(kutu)
  const createUpload = (index: number) =>
    createUploadRequest('/analysis/rust-detection/', photos[index % photos.length] ?? Buffer.alloc(0), index, token)
  const createRead = (): LoadRequest => ({
    method: 'GET',
    path: '/api/community/posts/?page_size=50',
    headers: { authorization: `Bearer ${token}` },
    body: Buffer.alloc(0),
  })
  const runs = [
    { role: 'web', calls: reads, createRequest: createRead },
    { role: 'analysis', calls: uploads, createRequest: createUpload },
    { role: 'worker', calls: 0, createRequest: createRead },
    { role: 'all', calls: uploads, createRequest: createUpload },
  ]
  for (const { role, calls, createRequest } of runs) {
    const env = { ...secrets, ROLE: role, DATABASE_URL: findRunningPostgresUrl(kutu.dataDir) ?? '' }
    const server = await startAdditionalServer(env)
    stops.push(server.stop)
    const idle = measureResidentMegabytes(server.pid).own
    const { statuses } = await runLoad(server.url, { calls, concurrency: 8, createRequest })
    const busy = measureResidentMegabytes(server.pid).own
    console.log(
      `${role.padEnd(9)} ${idle.toFixed(0).padStart(4)} MB after the start, ${busy.toFixed(0).padStart(4)} MB after ${calls} requests ${JSON.stringify(statuses)}`,
    )
  }
} finally {
  for (const stop of stops.reverse()) await stop()
}
