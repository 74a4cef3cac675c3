import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A second address of a server. While stopped it refuses connections; stopping cuts the open ones. */
export type TcpProxy = { url: string; start: () => Promise<void>; stop: () => Promise<void> }

/** Creates a TCP proxy to a server, initially stopped. */
export async function createTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const url = new URL(targetUrl)
  const [targetPort, hostname] = [Number(url.port || 5432), url.hostname]
  const sockets = new Set<Socket>()
  const proxy = createServer(clientSocket => {
    const serverSocket = connect(targetPort, hostname)
    for (const [socket, other] of [[clientSocket, serverSocket] as const, [serverSocket, clientSocket] as const]) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
      socket.once('close', () => sockets.delete(socket))
    }
    clientSocket.pipe(serverSocket).pipe(clientSocket)
  })
  const listen = async (listenPort: number) => {
    await once(proxy.listen(listenPort, '127.0.0.1'), 'listening')
    return (proxy.address() as AddressInfo).port
  }
  const stop = async () => {
    if (!proxy.listening) return
    const closed = once(proxy, 'close')
    proxy.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const proxyPort = await listen(0)
  await stop()
  url.host = `127.0.0.1:${proxyPort}`
  return { url: url.href, start: async () => void (await listen(proxyPort)), stop }
}
