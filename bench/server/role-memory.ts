// Measures the resident memory of a process of each ROLE: after its start and after requests of its kind, half of the photos large.
import { randomBytes } from 'node:crypto'
import { type LoadRequest, runLoad, signIn } from '../support/http.ts'
import { readMegabytes, startKutu } from '../support/kutu-server.ts'
import { readIntegerOption } from '../support/measure.ts'
import { createPhotos, createUploadRequest } from '../support/uploads.ts'

const uploads = readIntegerOption('uploads', 500)
const reads = readIntegerOption('reads', 2000)

const photos = await createPhotos(
  [
    [1600, 1200],
    [4000, 3000],
  ],
  4,
)
const secret = () => randomBytes(32).toString('base64url')
const secrets = { TOKEN_SECRET: secret(), URL_SECRET: secret() }
const kutu = await startKutu(secrets)
const servers = [kutu]
try {
  const { access } = await signIn(kutu.url, kutu.accounts.farmer)
  const createUpload = (index: number) => createUploadRequest(photos[index % photos.length], access)
  const createRead = (): LoadRequest => ({
    method: 'GET',
    path: '/api/community/posts/?page_size=50',
    headers: { authorization: `Bearer ${access}` },
  })
  const runs = [
    { role: 'web', calls: reads, createRequest: createRead },
    { role: 'analysis', calls: uploads, createRequest: createUpload },
    { role: 'worker', calls: 0, createRequest: createRead },
    { role: 'all', calls: uploads, createRequest: createUpload },
  ]
  for (const { role, calls, createRequest } of runs) {
    const env = { ...secrets, ROLE: role, DATABASE_URL: kutu.databaseUrl() }
    const server = await startKutu(env, { isAdditional: true })
    servers.push(server)
    const readMemory = () => readMegabytes(server.pid(), 'VmRSS').toFixed(0).padStart(4)
    const idle = readMemory()
    const { statuses } = await runLoad(server.url, { calls, concurrency: 8, createRequest })
    console.log(
      `${role.padEnd(9)} ${idle} MB after the start, ${readMemory()} MB after ${calls} requests ${JSON.stringify(statuses)}`,
    )
  }
} finally {
  for (const server of servers.reverse()) await server.stop()
}
