/** How many letters must be put in, taken out or changed to turn one word into the other. */
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

/** From 0 (nothing in common) to 1 (the same). */
export function similarity(one: string, other: string): number {
  const maxLength = Math.max(one.length, other.length)
  return maxLength === 0 ? 1 : 1 - levenshteinDistance(one, other) / maxLength
}

/** Lower case and without accents, as people type. */
export const normalizeForSearch = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
