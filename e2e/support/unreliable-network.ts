import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { port } from '../runner/test-server.ts'

/** `offline`: nothing arrives. `unreliable`: one API request in three fails, before it reaches the server or after. */
type Mode = 'online' | 'offline' | 'unreliable'

const isApiCall = ({ url = '' }: IncomingMessage) => /^\/(?:api|analysis)\//.test(url)

/** A proxy in front of the server under test that loses requests and replies. The browser believes to be online throughout. */
export async function startUnreliableNetwork() {
  let mode: Mode = 'online'
  const lost = { requests: 0, replies: 0 }
  let calls = 0
  /** Decides what becomes of an API call: every third fails, in turns on the way there and on the way back. */
  function getFate(): 'request lost' | 'reply lost' | 'delivered' {
    calls += 1
    if (calls % 3 !== 0) return 'delivered'
    return calls % 6 === 0 ? 'reply lost' : 'request lost'
  }
  function forward(incoming: IncomingMessage, reply: ServerResponse): void {
    const isLossy = mode === 'unreliable' && isApiCall(incoming)
    const fate = mode === 'offline' ? 'request lost' : isLossy ? getFate() : 'delivered'
    if (fate === 'request lost') {
      lost.requests += 1
      incoming.socket.destroy()
      return
    }
    const { method, url, headers } = incoming
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, response => {
      if (fate === 'reply lost') {
        lost.replies += 1
        // Only once the server has finished, so that the write is stored.
        response.resume().on('end', () => incoming.socket.destroy())
        return
      }
      reply.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(reply)
    })
    outgoing.on('error', () => incoming.socket.destroy())
    reply.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }
  const sockets = new Set<Socket>()
  const proxy = createServer(forward).on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    lost,
    setMode: (next: Mode) => {
      mode = next
      if (next === 'offline') for (const socket of sockets) socket.destroy()
    },
    close: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
