import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Turns of the event loop in which a new connection is accepted, read and parsed. */
const quietTurnsBeforeClose = 4
/** Upper bound on these turns while new requests keep arriving. */
const maxTurns = 200
/** Time for a request header that is still incomplete, in milliseconds. Afterwards its connection is closed. */
const headerTimeoutMs = 1500

type Connection = { openResponses: Set<ServerResponse>; bytesReadWhenIdle: number }

/**
 * Makes `server.close()` answer every request that has arrived, and then end each connection. Node alone waits for
 * keep-alive connections that were busy when the server closed, and cuts off connections with an unread request or with
 * a reply that is still being sent.
 */
export function drainConnections(server: FastifyInstance): void {
  const http = server.server as Server
  const connections = new Map<Socket, Connection>()
  let isStopping = false
  let arrivals = 0
  const closeIfIdle = (socket: Socket, { openResponses, bytesReadWhenIdle }: Connection) => {
    if (openResponses.size === 0 && socket.bytesRead === bytesReadWhenIdle) socket.destroy()
  }
  // Node's own version, called by its `close`, also destroys connections whose last reply is not flushed yet.
  http.closeIdleConnections = () => {
    for (const [socket, connection] of connections) closeIfIdle(socket, connection)
  }
  http.on('connection', socket => {
    arrivals++
    connections.set(socket, { openResponses: new Set(), bytesReadWhenIdle: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  http.prependListener('request', ({ socket }, response) => {
    arrivals++
    const connection = connections.get(socket)
    if (!connection) return
    connection.openResponses.add(response)
    if (isStopping) response.shouldKeepAlive = false
    response.once('close', () => {
      connection.openResponses.delete(response)
      connection.bytesReadWhenIdle = socket.bytesRead
      // The header of this reply may have been sent before the server was stopping.
      if (isStopping) closeIfIdle(socket, connection)
    })
  })
  server.addHook('preClose', async () => {
    isStopping = true
    for (const { openResponses } of connections.values())
      for (const response of openResponses) response.shouldKeepAlive = false
    let quietTurns = 0
    for (let turn = 0; turn < maxTurns && quietTurns < quietTurnsBeforeClose; turn++) {
      const before = arrivals
      await nextTurn()
      quietTurns = arrivals === before ? quietTurns + 1 : 0
    }
    setTimeout(() => {
      for (const [socket, { openResponses }] of connections) if (openResponses.size === 0) socket.destroy()
    }, headerTimeoutMs).unref()
  })
}
