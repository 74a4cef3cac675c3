import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { refuse } from './errors.ts'
import type { Events } from './handlers.ts'

/** Proxies drop a connection that says nothing for a minute or so. */
const heartbeatMs = 25_000
/** Then the reader comes again, with a fresh token and to whichever process has room. */
const longestMs = 15 * 60_000
const mostOfOne = 6
const mostOfAll = 5000
/** What may wait for a reader who does not read. */
const mostUnsent = 256 * 1024
const readerWaitsMs = 3000

type Told = { by: string; shape: z.ZodType; events: Events<unknown>; log: Logger }
export type Streams = { send: (reply: FastifyReply, told: Told) => FastifyReply }

/** The streams that a server has open: so many of one reader, so many in all, and none once it closes. */
export function openStreams(server: FastifyInstance): Streams {
  const open = new Map<AbortController, string>()
  server.addHook('preClose', async () => {
    for (const ending of open.keys()) ending.abort()
  })
  const send = (reply: FastifyReply, told: Told) => {
    if (open.size >= mostOfAll) throw refuse('overloaded', { retryAfter: 30 })
    const ending = new AbortController()
    open.set(ending, told.by)
    // A phone that lost its connection comes again long before the old one is found dead: the oldest makes way.
    const own = [...open].filter(([, by]) => by === told.by).map(([each]) => each)
    for (const oldest of own.slice(0, Math.max(0, own.length - mostOfOne))) oldest.abort()
    const body = bodyOf(told, ending, () => open.delete(ending))
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .header('connection', 'close')
      .send(body)
  }
  return { send }
}

function bodyOf({ shape, events, log }: Told, ending: AbortController, onEnd: () => void): PassThrough {
  const body = new PassThrough()
  const say = (text: string) => {
    if (body.writableLength > mostUnsent) ending.abort()
    else if (!body.writableEnded) body.write(text)
  }
  const heartbeat = setInterval(() => say(':\n\n'), heartbeatMs)
  const end = setTimeout(() => ending.abort(), longestMs)
  body.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(end)
    ending.abort()
    onEnd()
  })
  // Says so at once: the reader knows that it is heard before anything happens.
  say(`retry: ${readerWaitsMs}\n\n`)
  const tell = async () => {
    try {
      for await (const event of events(ending.signal)) say(lines(shape.parse(event)))
      body.end()
    } catch (error) {
      log.error({ err: error }, 'a stream broke off')
      body.destroy()
    }
  }
  void tell()
  return body
}

/** One event as it travels; JSON holds no bare line end. */
function lines(event: unknown): string {
  const { id, event: name, data } = event as { id?: string; event: string; data: unknown }
  const ofId = id === undefined ? '' : `id: ${id}\n`
  return `${ofId}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
