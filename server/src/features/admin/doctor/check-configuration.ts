import { ConfigError, environmentSchema, readConfig } from '../../../config.ts'
import { type CheckResult, error, ok, warning } from './check.ts'

/** Names that other programs set and that look like ours. */
const foreignNames = ['HOSTNAME', 'DATABASE_NAME', 'ROLES']

/** Checks that every variable of Kutu is valid, and names variables that are probably misspelled. */
export function checkConfiguration(environment: Record<string, string | undefined>): {
  config: ReturnType<typeof readConfig> | undefined
  results: CheckResult[]
} {
  const results = findUnknownNames(Object.keys(environment))
  try {
    // A check must not create the secrets of a folder that may be the wrong one.
    const config = readConfig(environment, 'production', { loadSecret: () => '' })
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
    const invalid = problems.map(problem =>
      error('configuration', problem.trim(), 'Correct the variable; docs/running.md lists all of them.'),
    )
    return { config: undefined, results: [...invalid, ...results] }
  }
}

function findUnknownNames(names: string[]): CheckResult[] {
  const known = Object.keys(environmentSchema.shape)
  return names
    .filter(name => !known.includes(name) && !foreignNames.includes(name))
    .flatMap(name => {
      const similar = known.find(candidate => isSimilar(name, candidate))
      if (!similar) return []
      return warning(
        'configuration',
        `${name} is no setting of Kutu and has no effect.`,
        `Did you mean ${similar}? Rename it, or remove it.`,
      )
    })
}

/** One edit in short names, two in names of eight characters and more. */
const isSimilar = (name: string, candidate: string) =>
  editDistance(name.toUpperCase(), candidate) <= (candidate.length < 8 ? 1 : 2)

/** Levenshtein distance (Wagner & Fischer 1974), one row at a time. */
function editDistance(source: string, target: string): number {
  let previous = Array.from({ length: target.length + 1 }, (_, j) => j)
  for (let i = 1; i <= source.length; i++) {
    const current = [i]
    for (let j = 1; j <= target.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (source[i - 1] === target[j - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[target.length] ?? 0
}
