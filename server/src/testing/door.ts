import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Another address of a server; shut, it refuses whoever connects, and what was open is cut off. */
export type Door = { url: string; open: () => Promise<void>; shut: () => Promise<void> }

/** A door to the server of an address, shut at first. */
export async function doorTo(address: string): Promise<Door> {
  const url = new URL(address)
  const [port, hostname] = [Number(url.port || 5432), url.hostname]
  const sockets = new Set<Socket>()
  const door = createServer(near => {
    const far = connect(port, hostname)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
      one.once('close', () => sockets.delete(one))
    }
    near.pipe(far).pipe(near)
  })
  const listen = async (at: number) => {
    await once(door.listen(at, '127.0.0.1'), 'listening')
    return (door.address() as AddressInfo).port
  }
  const shut = async () => {
    if (!door.listening) return
    const closed = once(door, 'close')
    door.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const found = await listen(0)
  await shut()
  url.host = `127.0.0.1:${found}`
  return { url: url.href, open: async () => void (await listen(found)), shut }
}
