import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { getLogContext, type LogContext } from './platform/observability/log-context.ts'

/**
 * Paths of secrets in log entries of ours and of libraries. At `trace` the multipart parser logs all request headers.
 */
const redact = ['req.headers.authorization', 'busboyOptions.headers', 'token', 'password', 'otp', 'phone_number']

/** Creates the logger of the process, which writes one JSON line per entry, with the id of its request or job. */
export function createLogger({ logLevel: level }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = { level, redact, mixin: readContext }
  return destination ? pino(options, destination) : pino(options)
}

/** Returns the fields of the current context. The logger of a request has its id already, and a line would hold it twice. */
function readContext(_line: object, _level: number, logger: Logger): LogContext {
  const context = getLogContext()
  if (context.request_id !== undefined && 'request_id' in logger.bindings()) delete context.request_id
  return context
}
