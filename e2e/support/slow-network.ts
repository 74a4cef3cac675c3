import { connect, createServer, type Socket } from 'node:net'
import { port } from '../runner/test-server.ts'

/** A proxy in front of the server under test that delivers at most this many bytes a second, over all connections. */
export async function startSlowNetwork(bytesPerSecond: number): Promise<{ origin: string; close: () => void }> {
  const sockets = new Set<Socket>()
  let freeAt = Date.now()
  /** Passes a chunk on when the chunks before it would have arrived. */
  function deliver(chunk: Buffer, source: Socket, target: Socket) {
    freeAt = Math.max(freeAt, Date.now()) + (chunk.length / bytesPerSecond) * 1000
    source.pause()
    setTimeout(() => {
      target.write(chunk)
      source.resume()
    }, freeAt - Date.now())
  }
  const proxy = createServer(client => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) sockets.add(socket.on('error', () => socket.destroy()))
    server.on('data', chunk => deliver(chunk, server, client))
    client.on('data', chunk => server.write(chunk))
    client.on('close', () => server.destroy())
    // The last chunks may still be on their way.
    server.on('close', () => setTimeout(() => client.end(), Math.max(freeAt - Date.now(), 0) + 50))
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
