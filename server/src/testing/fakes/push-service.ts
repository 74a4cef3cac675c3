import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer }
export type TestBrowser = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  decrypt: (body: Buffer) => unknown
}
export type PushService = {
  origin: string
  received: ReceivedPush[]
  /** Sets the status of all further replies; 201 by default, like a push service. */
  respondWith: (status: number) => void
  /** Creates a subscription with the private key that decrypts what is sent to it. */
  createBrowser: (name: string) => TestBrowser
  close: () => Promise<void>
}

/** Starts a fake push service over real HTTP, on a free port or the given one. */
export async function startPushService({ at: port = 0 } = {}): Promise<PushService> {
  const received: ReceivedPush[] = []
  let status = 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(status).end()
    })
  })
  const actualPort = await new Promise<number>((resolve, reject) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(address.port)
      else reject(new Error('no port'))
    })
  })
  const origin = `http://127.0.0.1:${actualPort}`
  return {
    origin,
    received,
    respondWith: nextStatus => {
      status = nextStatus
    },
    createBrowser: name => createBrowserAt(`${origin}/${name}`),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createBrowserAt(endpoint: string): TestBrowser {
  const key = createECDH('prime256v1')
  key.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: key.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  // RFC 8188 defines the encoding, RFC 8291 its key.
  const decrypt = (body: Buffer) => {
    const salt = body.subarray(0, 16)
    const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
    const ciphertext = body.subarray(21 + senderKey.length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), senderKey])
    const secret = derive(key.computeSecret(senderKey), auth, info, 32)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    )
    decipher.setAuthTag(ciphertext.subarray(-16))
    const plaintext = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()])
    // The last record ends with the byte 2, followed by padding.
    return JSON.parse(plaintext.subarray(0, plaintext.lastIndexOf(2)).toString('utf8')) as unknown
  }
  return { endpoint, keys, decrypt }
}
