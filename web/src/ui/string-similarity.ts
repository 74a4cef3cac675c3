/** Levenshtein distance: insertions, deletions and substitutions that turn one word into the other. */
function levenshteinDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, against] of [...other].entries()) {
      next.push(Math.min((row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1, (row[to] ?? 0) + (letter === against ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** Returns a similarity from 0 (nothing in common) to 1 (equal). */
export function similarity(one: string, other: string): number {
  const maxLength = Math.max(one.length, other.length)
  return maxLength === 0 ? 1 : 1 - levenshteinDistance(one, other) / maxLength
}

/** Lowercases and strips accents, for matching typed text. */
export const normalizeForSearch = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
