// Holdout of experts' images: about one series in five is never fitted to and checks every new head instead. The choice
// is a hash of the series' name, so that it needs no stored state and hardly ever changes.

/** The properties of an image that decide if it is held out. */
export type Contribution = {
  hash: string
  /** Id of the expert. */
  uploader: string
  /** Index among all images that this expert has ever sent, accepted or not, from 0. It never changes. */
  ordinal: number
}

/** Photos of one plant are uploaded one after another, so this many neighbors stay together, as in ml/kutu_ml/data/selection.py. */
export const seriesLength = 8
/** One of this many consecutive series of an expert is held out. */
const holdoutInterval = 5

/** Returns the name of the series that an image belongs to. Near-duplicates need no rule: they are accepted only once. */
export function getSeriesKey({ uploader, ordinal }: Pick<Contribution, 'uploader' | 'ordinal'>): string {
  return `${uploader} ${Math.floor(ordinal / seriesLength)}`
}

/**
 * Returns the hashes of the images that are held out.
 * A series is held out by its name and index alone, so an image that was fitted to is hardly ever held out later. There
 * are two exceptions: with several series and none drawn, one is held out so that the gate has images to check; with all
 * series drawn, one is released so that there are images to fit to.
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
 * Draws exactly one of each five consecutive series of an expert. Independent draws could hold out all photos that an
 * expert has of a new disease.
 */
function isDrawnForHoldout({ uploader, ordinal }: Contribution): boolean {
  const series = Math.floor(ordinal / seriesLength)
  const hash = hashName(`${uploader} of ${Math.floor(series / holdoutInterval)}`)
  return series % holdoutInterval === Math.floor((hash / 2 ** 32) * holdoutInterval)
}

const findLowestHash = (series: string[]): string =>
  series.reduce((lowest, name) => (hashName(name) < hashName(lowest) ? name : lowest))

/**
 * Returns a hash from 0 to 2³² - 1: 32-bit FNV-1a (Fowler, Noll, Vo), then the finalizer of MurmurHash3 (Appleby),
 * because the high bits of FNV-1a change too little between similar names.
 */
function hashName(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
