import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const anyValue = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
})
const attributes = z
  .array(z.object({ key: z.string(), value: anyValue }))
  .default([])
  .transform(list => new Map(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue])))
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes,
  events: z.array(z.unknown()).default([]),
  status: z.object({ code: z.number().default(0), message: z.string().optional() }),
})
/** ExportTraceServiceRequest of OTLP/HTTP in JSON. https://opentelemetry.io/docs/specs/otlp/#otlphttp */
const exportRequest = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
})

export type ReceivedSpan = z.output<typeof span>

/** Starts an OTLP receiver that stores the spans it gets. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const resources: Map<string, string | number | undefined>[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    bodies.push(body)
    for (const { resource, scopeSpans } of exportRequest.parse(JSON.parse(body)).resourceSpans) {
      resources.push(resource.attributes)
      spans.push(...scopeSpans.flatMap(scope => scope.spans))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All spans, in the order of their arrival. */
    spans,
    /** The requests as they arrived. */
    bodies,
    /** Attributes of the process that sent each batch. */
    resources,
    find: (name: string, attribute?: [name: string, value: string | number]) =>
      spans.find(each => each.name === name && (!attribute || each.attributes.get(attribute[0]) === attribute[1])),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
