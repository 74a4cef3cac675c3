/** What decides whether an image is held back: whose it is, and which of theirs. */
export type Contribution = {
  hash: string
  /** Id of the expert. */
  uploader: string
  /** Place among all images this expert ever sent, accepted or not, from 0: it never changes afterwards. */
  ordinal: number
}

/** Photos of one plant come one after another; so many neighbours stay together, as in ml/selection.py. */
export const seriesLength = 8
/** One series in so many is held back. */
const heldOneIn = 5

/** The series an image belongs to: neighbours of one expert. Near-duplicates are not accepted twice, so need no rule. */
export function seriesOf({ uploader, ordinal }: Pick<Contribution, 'uploader' | 'ordinal'>): string {
  return `${uploader} ${Math.floor(ordinal / seriesLength)}`
}

/**
 * The hashes of the images that no refit learns from and every gate asks. Whether a series is held back follows from its
 * name alone, so that an image learnt from is hardly ever held back later; only where none is, and there are several, one
 * is taken, so that a gate has something to ask, and where all are, one is let go, so that there is something to learn.
 */
export function heldBackOf(contributions: Contribution[]): Set<string> {
  const draws = new Map<string, number>()
  for (const one of contributions) draws.set(seriesOf(one), drawOf(seriesOf(one)))
  const isHeld = (draw: number) => draw < 2 ** 32 / heldOneIn
  const least = [...draws.values()].reduce((least, draw) => Math.min(least, draw), 2 ** 32)
  const most = [...draws.values()].reduce((most, draw) => Math.max(most, draw), 0)
  const taken = draws.size > 1 && !isHeld(least) ? least : undefined
  const letGo = draws.size > 1 && isHeld(most) ? most : undefined
  const found = contributions.filter(one => {
    const draw = draws.get(seriesOf(one)) ?? 0
    return draw === taken || (isHeld(draw) && draw !== letGo)
  })
  return new Set(found.map(({ hash }) => hash))
}

/** A number from 0 to 2³² that a name always gets: FNV-1a, stirred once more, for its high bits change too little. */
function drawOf(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
