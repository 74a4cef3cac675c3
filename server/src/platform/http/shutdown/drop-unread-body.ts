import type { IncomingMessage } from 'node:http'

/** How much of a request is still read after its reply, in bytes: the largest upload. */
const maxBytes = 40 * 1024 * 1024
/** How long, in milliseconds. */
const maxMs = 30_000

/**
 * Reads and drops the rest of a request that is answered before its end, within limits. If the connection were closed with
 * unread bytes, the kernel would reset it, and a client that still sends, such as a proxy, could lose the reply.
 */
export function dropUnreadBody(request: IncomingMessage): void {
  const { socket } = request
  if (request.complete || socket.destroyed) return
  let left = maxBytes
  const stop = () => socket.destroy()
  const timer = setTimeout(stop, maxMs).unref()
  // Node calls this after a reply with `Connection: close`.
  const { destroySoon } = socket
  socket.destroySoon = () => socket.end()
  const finish = () => {
    clearTimeout(timer)
    socket.destroySoon = destroySoon
    if (socket.writableEnded) socket.destroySoon()
  }
  request.once('end', finish).once('close', finish)
  // A parser may have stopped at a file that nobody reads.
  request.unpipe()
  request.on('data', ({ length }: Buffer) => {
    left -= length
    if (left < 0) stop()
  })
  request.resume()
}
