import { ConfigError, readConfig } from '../../../config.ts'
import { type CheckResult, error, ok, warning } from './check.ts'

const remedy = 'Correct the variable; docs/reference.md lists all of them.'

/** Checks that every variable of Kutu is valid, and names variables that are probably misspelled. */
export function checkConfiguration(environment: Record<string, string | undefined>): {
  config: ReturnType<typeof readConfig> | undefined
  results: CheckResult[]
} {
  try {
    // A check must not create the secrets of a folder that may be the wrong one.
    const config = readConfig(environment, 'production', { loadSecret: () => '' })
    const results = config.warnings.map(message => warning('configuration', message, remedy))
    if (!config.rateLimits)
      results.push(
        warning(
          'configuration',
          'RATE_LIMITS is off, so passwords can be guessed.',
          'Remove RATE_LIMITS; it is for load tests.',
        ),
      )
    if (results.length === 0) results.push(ok('configuration', 'All settings are valid.'))
    return { config, results }
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown
    const problems = thrown.message.split('\n').slice(1)
    return { config: undefined, results: problems.map(problem => error('configuration', problem.trim(), remedy)) }
  }
}
