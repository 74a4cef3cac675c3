/** Attributes of a span. Never personal data: open-telemetry.ts exports only the names that it lists. */
export type SpanAttributes = Record<string, string | number | undefined>

export type SpanOptions = {
  attributes?: SpanAttributes
  /** W3C trace context of the span that caused this one; without it, the current span is the parent. */
  traceparent?: string | undefined
  /** `consumer` for a job, which runs after the request that enqueued it. */
  kind?: 'internal' | 'consumer'
}

/** The interface of a tracing library. open-telemetry.ts implements it and is loaded only when traces are exported. */
export type Tracing = {
  runInSpan: <T>(name: string, options: SpanOptions, callback: () => Promise<T>) => Promise<T>
  recordSpan: (name: string, startMs: number, endMs: number) => void
  getTraceparent: () => string | undefined
}

let tracing: Tracing | undefined

/** Turns tracing on for the process, or off without an argument. */
export function setTracing(implementation?: Tracing): void {
  tracing = implementation
}

/** Returns true if this process exports traces. */
export const isTracing = (): boolean => tracing !== undefined

/** Runs a function in a span that ends with it; without tracing, only runs the function. */
export const runInSpan = <T>(name: string, options: SpanOptions, callback: () => Promise<T>): Promise<T> =>
  tracing ? tracing.runInSpan(name, options, callback) : callback()

/** Adds a span that has already ended to the current one. Times are those of `performance.now()`. */
export const recordSpan = (name: string, startMs: number, endMs: number): void =>
  tracing?.recordSpan(name, startMs, endMs)

/** Returns the W3C trace context of the current span, for a job to store; undefined without tracing or a span. */
export const getTraceparent = (): string | undefined => tracing?.getTraceparent()
