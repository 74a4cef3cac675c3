import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { contentHash, fileKey, openFileStore } from './file-store.ts'

afterEach(() => vi.unstubAllEnvs())

type Handler = (headers: IncomingHttpHeaders) => { status: number; body: string }

async function startServer(handle: Handler) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { status, body } = handle(request.headers)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts the credentials service of a container (ECS, EKS Pod Identity), whose credentials are valid for some minutes. */
async function startCredentialsService(validMinutes: number) {
  let issued = 0
  const url = await startServer(() => {
    issued += 1
    const Expiration = new Date(Date.now() + validMinutes * 60_000).toISOString()
    const keys = { AccessKeyId: `ASIA${issued}`, SecretAccessKey: 'secret', Token: `token ${issued}` }
    return { status: 200, body: JSON.stringify({ ...keys, Expiration }) }
  })
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${url}/credentials`)
  // Nothing of this machine may take precedence.
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_WEB_IDENTITY_TOKEN_FILE']) vi.stubEnv(name, undefined)
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nonexistent')
  vi.stubEnv('AWS_CONFIG_FILE', '/nonexistent')
}

async function openStore() {
  const requests: { key: string | undefined; token: string | undefined }[] = []
  const endpoint = await startServer(({ authorization = '', 'x-amz-security-token': token }) => {
    requests.push({ key: /Credential=(\w+)/.exec(authorization)?.[1], token: token?.toString() })
    return { status: 200, body: '' }
  })
  const location = { bucket: 'kutu', endpoint, region: 'us-east-1', timeoutMs: 4000 }
  const s3 = { ...location, accessKeyId: undefined, secretAccessKey: undefined }
  const store = openFileStore({ s3, dataDir: '', urlSecret: '' }, { now: () => new Date(0) })
  const put = () => store.put(fileKey('photos', contentHash(Buffer.from('leaf')), 'jpg'), Buffer.from('leaf'))
  return { put, requests }
}

it('without keys, requests to the object storage are signed with the credentials of the platform', async () => {
  await startCredentialsService(60)
  const { put, requests } = await openStore()
  await put()
  await put()
  expect(requests).toEqual(Array(2).fill({ key: 'ASIA1', token: 'token 1' }))
})

it('credentials that are about to expire are replaced without a restart', async () => {
  await startCredentialsService(0.5)
  const { put, requests } = await openStore()
  await put()
  expect(requests.at(-1)?.key).toBe('ASIA1')
  // The SDK fetches the next ones in the background.
  const keyOfNextRequest = async () => {
    await put()
    return requests.at(-1)
  }
  await expect.poll(keyOfNextRequest).toEqual({ key: 'ASIA2', token: 'token 2' })
})
