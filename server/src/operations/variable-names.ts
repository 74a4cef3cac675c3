import { secretVariables } from './secret-files.ts'

/** Names that other programs set and that look like ours. */
const foreignNames = ['API_URL', 'DATABASE_PORT', 'ROLES']

/** Names of Kutu that the server does not read: of Compose, Caddy, the training code, and the links of Kubernetes. */
const otherNames = /^KUTU_(DOMAIN|UPSTREAM|OWNER_PASSWORD|SERVER_PASSWORD|CACHE|SERVICE|PORT)(_|$)/

/** Settings that say where data is: with another value, the server would start without any. */
const placeNames = /^(DATABASE_\w*URL|DATA_DIR|S3|BACKUP)(_|$)/

/**
 * Finds names that are no settings but look like one. With `DATABSE_URL` the server would silently use another database,
 * so a name that differs in one letter is a reason not to start, and in two letters for the place of data; less similar ones
 * are only worth a warning.
 */
export function checkVariableNames(
  environment: Record<string, string | undefined>,
  settings: readonly string[],
): { problems: string[]; warnings: string[] } {
  const known = [...settings, ...secretVariables.map(name => `${name}_FILE`)]
  const problems: string[] = []
  const warnings: string[] = []
  for (const [name, value] of Object.entries(environment)) {
    if (!value?.trim() || known.includes(name) || foreignNames.includes(name)) continue
    const upperCase = name.toUpperCase()
    const isOneEditAway = (candidate: string) => countEdits(upperCase, candidate) <= 1
    const isTwoEditsAway = (candidate: string) => candidate.length >= 8 && countEdits(upperCase, candidate) <= 2
    const nearest =
      known.find(isOneEditAway) ?? known.find(candidate => placeNames.test(candidate) && isTwoEditsAway(candidate))
    const similar = nearest ?? known.find(isTwoEditsAway) ?? known.find(candidate => upperCase === `KUTU_${candidate}`)
    const hint = similar === undefined ? '' : ` Did you mean ${similar}?`
    const message = `${name} is no setting of Kutu and has no effect.${hint}`
    if (nearest !== undefined) problems.push(message)
    else if (similar !== undefined || (upperCase.startsWith('KUTU_') && !otherNames.test(upperCase)))
      warnings.push(message)
  }
  return { problems, warnings }
}

/** Optimal string alignment distance (Damerau 1964): letters to insert, delete, replace or swap with their neighbor. */
function countEdits(source: string, target: string): number {
  if (Math.abs(source.length - target.length) > 2) return Number.POSITIVE_INFINITY
  const rows = [Array.from({ length: target.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= source.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= target.length; j++) {
      const replaced = at(i - 1, j - 1) + (source[i - 1] === target[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && source[i - 1] === target[j - 2] && source[i - 2] === target[j - 1]
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(source.length, target.length)
}
