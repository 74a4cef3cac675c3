import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Config } from '../../config.ts'

export type ObjectStorage = {
  /** Configuration of a server that uses this store. */
  s3: S3Config
  /** New connections are accepted and never get an answer. */
  hang: () => void
  /** The next connections are cut as soon as they send something. */
  cut: (connections: number) => void
  /** Requests are answered with 500. */
  fail: () => void
  /** Cuts the connections that wait for an answer; new ones reach the store again. */
  resume: () => void
  /** Number of connections that wait for an answer since `hang`. */
  waiting: () => number
  close: () => Promise<void>
}

/** Amazon S3 refuses uploads without a length, which s3rver accepts. */
const refuseUnknownLength = (socket: Socket) => (chunk: Buffer) => {
  if (!/^transfer-encoding: chunked\r$/im.test(chunk.toString('latin1'))) return
  socket.unpipe()
  socket.end('HTTP/1.1 411 Length Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
}

const internalError = 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** Returns the variables of a server process that uses the store. */
export const toEnvironment = (s3: S3Config) => ({
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.endpoint ?? '',
  S3_REGION: s3.region,
  S3_ACCESS_KEY_ID: s3.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey ?? '',
})

/** Starts an S3-compatible store behind a TCP server that can stop answering. */
export async function startObjectStorage({ timeoutMs = 4000 } = {}): Promise<ObjectStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'kutu-s3-'))
  const configureBuckets = [{ name: 'kutu' }]
  const store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port: storePort } = await store.run()
  let isHanging = false
  let isFailing = false
  let cutsLeft = 0
  const sockets = new Set<Socket>()
  const hangingSockets = new Set<Socket>()
  const track = (socket: Socket, group: Set<Socket>) => {
    group.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => group.delete(socket))
  }
  const gate = createServer(socket => {
    track(socket, sockets)
    if (cutsLeft > 0) {
      cutsLeft -= 1
      socket.once('data', () => socket.destroy())
    } else if (isFailing) {
      socket.once('data', () => socket.end(internalError))
    } else if (isHanging) {
      track(socket, hangingSockets)
      socket.resume()
    } else {
      const storeSocket = connect(storePort, '127.0.0.1')
      track(storeSocket, sockets)
      socket.on('close', () => storeSocket.destroy())
      storeSocket.on('close', () => socket.destroy())
      socket.on('data', refuseUnknownLength(socket))
      socket.pipe(storeSocket).pipe(socket)
    }
  })
  await once(gate.listen(0, '127.0.0.1'), 'listening')
  const { port } = gate.address() as AddressInfo
  /** Cuts the connections that are kept alive, so that the next request opens a new one. */
  const cutOpenConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    s3: {
      bucket: 'kutu',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      timeoutMs,
    },
    fail: () => {
      cutOpenConnections()
      isFailing = true
    },
    hang: () => {
      cutOpenConnections()
      isHanging = true
    },
    cut: connections => {
      cutOpenConnections()
      cutsLeft = connections
    },
    resume: () => {
      isHanging = false
      isFailing = false
      cutsLeft = 0
      cutOpenConnections()
    },
    waiting: () => hangingSockets.size,
    close: async () => {
      const closed = once(gate, 'close')
      gate.close()
      cutOpenConnections()
      await closed
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
