import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../testing/processes/spawn-script.ts'
import { startTestServer, type TestServer } from '../testing/server/test-server.ts'
import { signUpFarmer } from '../testing/server/test-users.ts'
import { createCertificateAuthority } from '../testing/tls/certificates.ts'

const host = 'kutu.example.org'
const shipped = readFileSync(fileURLToPath(new URL('../../../deploy/nginx/kutu.conf', import.meta.url)), 'utf8')
const hasNginx = spawnSync('nginx', ['-v']).status === 0

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicUrl: `https://${host}`, trustedProxies: 1 })
})
afterAll(() => server.close())

/** Starts nginx with the shipped file, on a socket instead of the ports, and returns a function that sends it requests. */
async function startNginx(upstreamVersion: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kutu-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { caFile, issue } = createCertificateAuthority()
  const { cert, key } = issue(host)
  writeFileSync(join(folder, 'fullchain.pem'), cert)
  writeFileSync(join(folder, 'privkey.pem'), key)
  const socketPath = join(folder, 'socket')
  const site = shipped
    .replaceAll(/^ +listen \[::\].*$/gm, '')
    .replace('listen 443', `listen unix:${socketPath}`)
    .replace('listen 80', `listen unix:${socketPath}-80`)
    .replaceAll(`/etc/letsencrypt/live/${host}`, folder)
    .replace('http://127.0.0.1:8002', server.url)
    .replace('proxy_http_version 1.1', `proxy_http_version ${upstreamVersion}`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  // The folder belongs to the user of the test.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const main = `${user} daemon off; pid ${folder}/pid; events {} http { access_log off; ${paths.join(' ')}\n${site} }`
  writeFileSync(join(folder, 'nginx.conf'), main)
  const nginx = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')])
  const exited = new Promise(resolve => nginx.once('exit', resolve))
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await exited
  })
  await waitUntil(() => {
    if (nginx.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    return existsSync(socketPath)
  })
  return (method: string, path: string, headers: Record<string, string>, body: Buffer) =>
    new Promise<string>((resolve, reject) => {
      const options = { socketPath, servername: host, ca: readFileSync(caFile), method, path, agent: false }
      const sent = request({ ...options, headers: { host, 'content-length': body.length, ...headers } })
      sent.once('error', reject).once('response', async response => {
        resolve(`${response.statusCode} ${/"error":"(\w+)"/.exec(await text(response))?.[1] ?? ''}`)
      })
      sent.end(body)
    })
}

// nginx uses 1.0 by default.
it.for(['1.0', '1.1'])(
  'nginx passes on the answer to a large upload that is refused (HTTP/%s)',
  async (version, { skip }) => {
    skip(!hasNginx, 'nginx is not installed')
    const send = await startNginx(version)
    const { token } = await signUpFarmer(server)
    const photos = { 'content-type': 'multipart/form-data; boundary=x' }
    const signedIn = { authorization: `Bearer ${token}` }
    const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="leaf.jpg"\r\n\r\n'
    const body = Buffer.from(`${part.padEnd(16_000_000, 'x')}\r\n--x--\r\n`)
    const requests = [
      ['401 unauthenticated', '/analysis/plant-analyses/', photos],
      ['413 too_big', '/analysis/rust-detection/', { ...photos, ...signedIn }],
      ['413 too_big', '/api/community/posts/', { 'content-type': 'application/json', ...signedIn }],
    ] as const
    for (const [expected, path, headers] of requests) {
      const replies: string[] = []
      for (let attempt = 0; attempt < 8; attempt++) replies.push(await send('POST', path, headers, body))
      expect(replies).toEqual(Array(8).fill(expected))
    }
  },
)
