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
/** Of so many series of one expert, one after the other, one is held back. */
const holdoutInterval = 5

/** The series an image belongs to: neighbours of one expert. Near-duplicates are not accepted twice, so need no rule. */
export function getSeriesKey({ uploader, ordinal }: Pick<Contribution, 'uploader' | 'ordinal'>): string {
  return `${uploader} ${Math.floor(ordinal / seriesLength)}`
}

/**
 * The hashes of the images that no refit learns from and every gate asks. Whether a series is held back follows from its
 * name and place alone, so that an image learnt from is hardly ever held back later; only where none is, and there are several, one
 * is taken, so that a gate has something to ask, and where all are, be it the only one, one is let go, so that there is something to learn.
 */
export function selectHoldout(contributions: Contribution[]): Set<string> {
  const isHeldOut = new Map(
    contributions.map(contribution => [getSeriesKey(contribution), isDrawnForHoldout(contribution)]),
  )
  const heldOutSeries = [...isHeldOut].filter(([, isHeldOutSeries]) => isHeldOutSeries).map(([name]) => name)
  if (isHeldOut.size > 1 && heldOutSeries.length === 0) isHeldOut.set(findLowestHash([...isHeldOut.keys()]), true)
  if (heldOutSeries.length > 0 && heldOutSeries.length === isHeldOut.size)
    isHeldOut.set(findLowestHash(heldOutSeries), false)
  return new Set(
    contributions.filter(contribution => isHeldOut.get(getSeriesKey(contribution))).map(({ hash }) => hash),
  )
}

/**
 * Of an expert's first five series one is held back, which one is drawn; so of the next five, and so on. Were each drawn by
 * itself, all of an expert's photos of a new disease might be held back, and nothing be learnt of it.
 */
function isDrawnForHoldout({ uploader, ordinal }: Contribution): boolean {
  const series = Math.floor(ordinal / seriesLength)
  const hash = hashName(`${uploader} of ${Math.floor(series / holdoutInterval)}`)
  return series % holdoutInterval === Math.floor((hash / 2 ** 32) * holdoutInterval)
}

const findLowestHash = (series: string[]): string =>
  series.reduce((lowest, name) => (hashName(name) < hashName(lowest) ? name : lowest))

/** A number from 0 to 2³² that a name always gets: FNV-1a, stirred once more, for its high bits change too little. */
function hashName(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
