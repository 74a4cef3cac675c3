import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import { setTracing, type Tracing } from './tracing.ts'

/**
 * The only attributes that leave the process. Error messages, events and URLs do not: a mail server repeats addresses in
 * its replies, and a link may hold a token.
 */
const exportedAttributes = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system.name',
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'server.address',
  'server.port',
  'error.type',
  'kutu.request_id',
  'kutu.task',
  'kutu.job_id',
])

/** LISTEN and NOTIFY name their channel in the text of the statement, and a channel has the id of its user. */
const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

const flushTimeoutMs = 3000

/** Returns a view of the span without anything that could be personal data. */
function withoutPersonalData(span: ReadableSpan): ReadableSpan {
  const entries = Object.entries(span.attributes).filter(([name]) => exportedAttributes.has(name))
  const attributes = Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll(uuidPattern, '?') : value]),
  )
  if (span.attributes['kutu.request_id']) attributes['kutu.request_id'] = span.attributes['kutu.request_id']
  const status = Number(attributes['http.response.status_code'] ?? 500)
  // A refused request (4xx) is no failure of the server, as the semantic conventions of OpenTelemetry define it.
  const code = status < 500 ? SpanStatusCode.UNSET : span.status.code
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code } },
  }) as ReadableSpan
}

function createExporter(): SpanExporter {
  const exporter = new OTLPTraceExporter()
  return {
    export: (spans, done) => exporter.export(spans.map(withoutPersonalData), done),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/**
 * Starts to export traces to OTEL_EXPORTER_OTLP_ENDPOINT. The SDK reads the other standard variables itself, such as
 * OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS and OTEL_SERVICE_NAME.
 *
 * pg is a CommonJS package, and the instrumentation wraps methods of its prototypes. Requiring it here once is therefore
 * enough for the ES modules that import it, and neither `node --import` nor module hooks are needed.
 * @returns a function that sends the last spans, within some seconds
 */
export function startTracing({ version, role }: { version: string; role: string }): () => Promise<void> {
  const resource = resourceFromAttributes({
    'service.name': 'kutu',
    'service.version': version,
    'kutu.role': role,
  }).merge(detectResources({ detectors: [envDetector] }))
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(createExporter())] })
  provider.register()
  // Without a parent a statement belongs to no request and no job: the workers look for jobs every few seconds.
  const pgInstrumentation = new PgInstrumentation({ requireParentSpan: true })
  registerInstrumentations({ instrumentations: [pgInstrumentation], tracerProvider: provider })
  createRequire(import.meta.url)('pg')
  setTracing(createTracing())
  return async () => {
    setTracing()
    await Promise.race([provider.shutdown(), delay(flushTimeoutMs, undefined, { ref: false })])
  }
}

function createTracing(): Tracing {
  const tracer = trace.getTracer('kutu')
  return {
    runInSpan: (name, { attributes = {}, traceparent, kind }, callback) => {
      const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : context.active()
      const options = { attributes, kind: kind === 'consumer' ? SpanKind.CONSUMER : SpanKind.INTERNAL }
      return tracer.startActiveSpan(name, options, parent, async span => {
        try {
          return await callback()
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
          throw error
        } finally {
          span.end()
        }
      })
    },
    recordSpan: (name, startMs, endMs) => tracer.startSpan(name, { startTime: startMs }).end(endMs),
    getTraceparent: () => {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
  }
}
