import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { apiError } from './api-error.ts'
import type { Events } from './handlers.ts'

/** Proxies close a connection that is silent for about a minute. */
const heartbeatMs = 25_000
/** After this time the client reconnects, with a fresh token and to any process. */
const maxDurationMs = 15 * 60_000
const maxStreamsPerClient = 6
const maxStreams = 5000
/** Maximum bytes buffered for a client that does not read. */
const maxBufferedBytes = 256 * 1024
const clientRetryMs = 3000

type StreamOptions = { clientKey: string; schema: z.ZodType; events: Events<unknown>; log: Logger }
export type EventStreams = { send: (reply: FastifyReply, options: StreamOptions) => FastifyReply }

/**
 * Creates the registry of the server's open event streams, with limits per client and in total. All are closed when the
 * server closes.
 */
export function createEventStreams(server: FastifyInstance): EventStreams {
  const activeStreams = new Map<AbortController, string>()
  server.addHook('preClose', async () => {
    for (const controller of activeStreams.keys()) controller.abort()
  })
  const send = (reply: FastifyReply, options: StreamOptions) => {
    if (activeStreams.size >= maxStreams) throw apiError('overloaded', { retryAfter: 30 })
    const controller = new AbortController()
    activeStreams.set(controller, options.clientKey)
    // A phone that lost its connection reconnects long before the server notices, so the oldest stream is closed.
    const clientStreams = [...activeStreams]
      .filter(([, clientKey]) => clientKey === options.clientKey)
      .map(([each]) => each)
    for (const oldest of clientStreams.slice(0, Math.max(0, clientStreams.length - maxStreamsPerClient))) oldest.abort()
    const body = createStreamBody(options, controller, () => activeStreams.delete(controller))
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .header('connection', 'close')
      .send(body)
  }
  return { send }
}

function createStreamBody(
  { schema, events, log }: StreamOptions,
  controller: AbortController,
  onEnd: () => void,
): PassThrough {
  const body = new PassThrough()
  const writeChunk = (text: string) => {
    if (body.writableLength > maxBufferedBytes) controller.abort()
    else if (!body.writableEnded) body.write(text)
  }
  const heartbeat = setInterval(() => writeChunk(':\n\n'), heartbeatMs)
  const maxDurationTimer = setTimeout(() => controller.abort(), maxDurationMs)
  body.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(maxDurationTimer)
    controller.abort()
    onEnd()
  })
  // Sent immediately, so that the client knows that the stream is open before the first event.
  writeChunk(`retry: ${clientRetryMs}\n\n`)
  const pump = async () => {
    try {
      for await (const event of events(controller.signal)) writeChunk(formatEvent(schema.parse(event)))
      body.end()
    } catch (error) {
      log.error({ err: error }, 'an event stream failed')
      body.destroy()
    }
  }
  void pump()
  return body
}

/** Formats one server-sent event. JSON contains no raw line breaks. */
function formatEvent(event: unknown): string {
  const { id, event: name, data } = event as { id?: string; event: string; data: unknown }
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
