import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Where secrets would stand in what we or a library log; at `trace` the reader of uploads logs all headers of a request. */
const redact = ['req.headers.authorization', 'busboyOptions.headers', 'token', 'password', 'otp', 'phone_number']

/** The log of a process, one line of JSON for each thing noted. */
export const createLogger = ({ logLevel: level }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger =>
  destination ? pino({ level, redact }, destination) : pino({ level, redact })
