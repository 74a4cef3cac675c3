import { type ParseArgsConfig, parseArgs } from 'node:util'
import { errorCode } from '../platform/startup-error.ts'

/** Parses the options of a program; names an unknown or incomplete one and ends the process with 64 (EX_USAGE). */
export function parseCommandLine<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof Error) || !errorCode(error)?.startsWith('ERR_PARSE_ARGS_')) throw error
    // The sentences after the first are about options that start with two hyphens.
    process.stderr.write(`${error.message.split('. ')[0]?.replace(/\.?$/, '.')}\n`)
    process.exit(64)
  }
}
