import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { getLogContext } from './platform/observability/log-context.ts'

/**
 * Paths of secrets in log entries of ours and of libraries. At `trace` the multipart parser logs all request headers.
 */
const redact = ['req.headers.authorization', 'busboyOptions.headers', 'token', 'password', 'otp', 'phone_number']

/** Creates the logger of the process, which writes one JSON line per entry, with the id of its request or job. */
export function createLogger({ logLevel: level }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = { level, redact, mixin: getLogContext }
  return destination ? pino(options, destination) : pino(options)
}
