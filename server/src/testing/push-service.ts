import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }
export type Browser = { endpoint: string; keys: { p256dh: string; auth: string }; read: (body: Buffer) => unknown }
export type PushService = {
  origin: string
  received: Received[]
  /** What it answers from now on: 201 as a push service does, until told otherwise. */
  answerWith: (status: number) => void
  /** A browser's subscription, with the private key that reads what is sent to it. */
  browser: (name: string) => Browser
  close: () => Promise<void>
}

/** Stands where a browser's push service is: takes what is sent, over real HTTP, at any free port or the one given. */
export async function pushService({ at = 0 } = {}): Promise<PushService> {
  const received: Received[] = []
  let status = 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(status).end()
    })
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.listen(at, '127.0.0.1', () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(address.port)
      else reject(new Error('no port'))
    })
  })
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    received,
    answerWith: next => {
      status = next
    },
    browser: name => browserAt(`${origin}/${name}`),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function browserAt(endpoint: string): Browser {
  const key = createECDH('prime256v1')
  key.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: key.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  // RFC 8188 for the coding, RFC 8291 for its key.
  const read = (body: Buffer) => {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + (body[20] ?? 0))
    const sealed = body.subarray(21 + sender.length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender])
    const secret = derive(key.computeSecret(sender), auth, info, 32)
    const opening = createDecipheriv(
      'aes-128-gcm',
      derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    )
    opening.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
    // A last record ends with a 2, and padding after it.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as unknown
  }
  return { endpoint, keys, read }
}
