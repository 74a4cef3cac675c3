import { shippedVersion } from './model-files.ts'

/** A version made from experts' photos: where its head lies. */
export type RefitHead = { version: string; head: string }
type Remembered = RefitHead | null

const place = 'activeModel'
const askAgainMs = 10_000
/** So long an answer may wait to hear of a newer version; who hears later uses it with the next photo. */
const waitMs = 800

let asked = 0
let asking: Promise<void> = Promise.resolve()

/**
 * The head that is to answer on this device: null for the shipped one. Without a network it is the last one heard of.
 */
export async function activeHead(): Promise<RefitHead | null> {
  if (Date.now() - asked > askAgainMs) {
    asked = Date.now()
    asking = ask().catch(() => undefined)
  }
  await Promise.race([asking, new Promise(resolve => setTimeout(resolve, waitMs))])
  return remembered()
}

async function ask(): Promise<void> {
  if (!navigator.onLine) return
  const response = await fetch('/analysis/active-model/')
  if (!response.ok) return
  const active: unknown = await response.json()
  localStorage.setItem(place, JSON.stringify(usable(active)))
}

/** A version of another network than this build's is of no use here: its shipped head answers. */
function usable(active: unknown): Remembered {
  if (typeof active !== 'object' || active === null) return null
  const { version, base_version, head } = { version: '', base_version: '', head: '', ...active }
  const isText = typeof version === 'string' && typeof head === 'string' && head !== ''
  return isText && base_version === shippedVersion ? { version, head } : null
}

function remembered(): Remembered {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    // What an earlier build remembered belongs to its own network.
    const head = usable({ base_version: shippedVersion, ...Object(kept) })
    return head?.version.startsWith(`${shippedVersion}.`) ? head : null
  } catch {
    return null
  }
}
