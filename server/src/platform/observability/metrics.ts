import { Counter, Histogram, Registry } from 'prom-client'

/**
 * The counters and measurements of this process since it started. Gauges are read at a scrape instead
 * (scrape-gauges.ts). Names follow https://prometheus.io/docs/practices/naming/. A label takes few values, known in
 * advance: never a URL, an id or anything about a person.
 */
export const processMetrics = new Registry()
const registers = [processMetrics]

export const httpRequests = new Counter({
  name: 'kutu_http_requests_total',
  help: 'HTTP requests by route pattern and status code.',
  labelNames: ['method', 'route', 'status'],
  registers,
})

export const httpRequestDuration = new Histogram({
  name: 'kutu_http_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of its reply, without event streams.',
  labelNames: ['method', 'route'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})

export const requestsWithoutAddress = new Counter({
  name: 'kutu_http_requests_without_address_total',
  help: 'Requests whose connection was reset before the server read its address. Nobody reads a reply.',
  registers,
})

export const rateLimitRefusals = new Counter({
  name: 'kutu_rate_limit_refusals_total',
  help: 'Requests answered with too_many_requests, by route pattern.',
  labelNames: ['route'],
  registers,
})

export const idempotencyConflicts = new Counter({
  name: 'kutu_idempotency_conflicts_total',
  help: 'Requests with an Idempotency-Key answered with status 409, for example writes that waited on a phone without network.',
  labelNames: ['route', 'code'],
  registers,
})

const diagnosisOutcomes = [
  'common_rust',
  'healthy',
  'other_disease',
  'uncertain',
  'not_a_leaf',
  // The photo was diagnosed before; its stored answer was used.
  'cached',
  'unsupported_type',
  'image_unreadable',
  'image_too_large',
  'overloaded',
  'error',
] as const
export type DiagnosisOutcome = (typeof diagnosisOutcomes)[number]

export const diagnoses = new Counter({
  name: 'kutu_diagnoses_total',
  help: 'Photos submitted for a diagnosis, by outcome.',
  labelNames: ['outcome'],
  registers,
})
for (const outcome of diagnosisOutcomes) diagnoses.inc({ outcome }, 0)

export const diagnosisStageDuration = new Histogram({
  name: 'kutu_diagnosis_stage_duration_seconds',
  help: 'Time per photo and stage: queue (waits for a thread), decode, inference, encode (pictures for storage); and store, once per analysis.',
  labelNames: ['stage'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})

export const jobRuns = new Counter({
  name: 'kutu_job_runs_total',
  help: 'Attempts to run a job, by outcome: completed, failed (another attempt follows), given_up, interrupted (by a stop).',
  labelNames: ['task', 'outcome'],
  registers,
})

export const jobDuration = new Histogram({
  name: 'kutu_job_duration_seconds',
  help: 'Duration of an attempt to run a job.',
  labelNames: ['task'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600, 3600],
  registers,
})

const emailOutcomes = ['sent', 'failed', 'rejected'] as const
export const emails = new Counter({
  name: 'kutu_emails_total',
  help: 'Attempts to send an email: sent, failed (another attempt follows) or rejected permanently by the mail server.',
  labelNames: ['outcome'],
  registers,
})
for (const outcome of emailOutcomes) emails.inc({ outcome }, 0)

const smsOutcomes = ['sent', 'failed', 'rejected', 'account_rejected', 'not_configured'] as const
export const smsMessages = new Counter({
  name: 'kutu_sms_total',
  help: 'Attempts to send an SMS: sent, failed (another attempt follows), rejected (this recipient), account_rejected (the gateway account), not_configured.',
  labelNames: ['outcome'],
  registers,
})
for (const outcome of smsOutcomes) smsMessages.inc({ outcome }, 0)
