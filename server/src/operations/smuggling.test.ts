import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../testing/processes/spawn-script.ts'
import { startTestServer } from '../testing/server/test-server.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** Starts nginx so that requests of all clients share connections to the server, which smuggling needs. */
async function startNginx(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kutu-smuggling-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; events {}
    http {
      log_format seen '$request_method $upstream_status';
      access_log ${folder}/access.log seen;
      ${paths.join(' ')}
      client_header_timeout 1s; client_body_timeout 1s; underscores_in_headers on; ignore_invalid_headers off;
      upstream kutu { server ${new URL(url).host}; keepalive 1; }
      server {
        listen unix:${folder}/socket;
        location / {
          proxy_pass http://kutu;
          proxy_http_version 1.1;
          proxy_request_buffering off;
          proxy_set_header Connection "";
        }
      }
    }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')])
  const exited = new Promise(resolve => nginx.once('exit', resolve))
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await exited
  })
  const socketPath = join(folder, 'socket')
  await waitUntil(() => {
    if (nginx.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    return canConnect(socketPath)
  })
  return { socketPath, readLog: () => readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n') }
}

const canConnect = (path: string) =>
  new Promise<boolean>(resolve => {
    const socket = connect(path)
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })

const hidden = 'PATCH /api/health HTTP/1.1\r\nHost: x\r\nX-Rest: '
/** Requests about whose end two parsers could disagree, with another request after the end that one of them sees. */
const ambiguous: [string, string][] = [
  ['both lengths', `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['the short length', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2c\r\n${hidden}\r\n0\r\n\r\n`],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['a list of lengths', `Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`],
  ['a signed length', `Content-Length: +${hidden.length}\r\n\r\n${hidden}`],
  ['a length in another notation', `Content-Length: 0x${hidden.length.toString(16)}\r\n\r\n${hidden}`],
  ['a space before the colon', `Content-Length : ${hidden.length}\r\n\r\n${hidden}`],
  ['an underscore', `Content_Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ...['xchunked', 'chunked, identity', 'identity, chunked', '\x0bchunked', '"chunked"', 'chunked;q=1'].map(
    (coding): [string, string] => [
      `the coding ${JSON.stringify(coding)}`,
      `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n${hidden}`,
    ],
  ),
  ['a folded header', `Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`],
  ['a bare LF after a header', `X-A: b\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  [
    'a bare LF in a chunk extension',
    `Transfer-Encoding: chunked\r\n\r\n2;\nxx\r\n2c\r\n0\r\n\r\n${hidden}\r\n0\r\n\r\n`,
  ],
  ['a chunk size that overflows', `Transfer-Encoding: chunked\r\n\r\n100000000000000000\r\nx\r\n0\r\n\r\n${hidden}`],
  ['a chunk without its line end', `Transfer-Encoding: chunked\r\n\r\n1\r\nxx0\r\n\r\n${hidden}`],
  ['a body of a GET', `Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
]

it('no request is smuggled past nginx: the server sees those that nginx has seen, and no other', async ({ skip }) => {
  skip(!hasNginx, 'nginx is not installed')
  const lines: string[] = []
  const server = await startTestServer(
    { logLevel: 'info', trustedProxies: 1 },
    { logTo: { write: line => void lines.push(line) } },
  )
  onTestFinished(() => server.close())
  const { socketPath, readLog } = await startNginx(server.url)
  const getHealth = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ socketPath, path: '/api/health', agent: false, headers: { host: 'x' } })
      sent.once('error', reject).once('response', response => resolve(response.resume().statusCode))
      sent.end()
    })
  for (const [name, rest] of ambiguous) {
    const method = name.endsWith('GET') ? 'GET' : 'POST'
    await new Promise<void>(resolve => {
      const socket = connect(socketPath)
      socket.on('error', () => undefined).once('close', () => resolve())
      socket.resume().end(`${method} /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`)
    })
    // The next client gets its own answer, twice: the connection to the server is used again.
    for (let turn = 0; turn < 2; turn++) expect(await getHealth(), name).toBe(200)
    const passedOn = readLog().filter(line => line.startsWith('PATCH') && !line.endsWith('-'))
    const arrived = lines.filter(line => JSON.parse(line).method === 'PATCH')
    expect(arrived.length, name).toBe(passedOn.length)
  }
})
