import { shippedVersion } from './model-files.ts'

/** A version made from experts' photos: where its head lies. */
export type RefitHead = { version: string; head: string }
type ActiveHead = RefitHead | null

const storageKey = 'activeModel'
const refreshIntervalMs = 10_000
/** So long an answer may wait to hear of a newer version; who hears later uses it with the next photo. */
const timeoutMs = 800

let lastFetchAt = 0
let pendingFetch: Promise<void> = Promise.resolve()

/**
 * The head that is to answer on this device: null for the shipped one. Without a network it is the last one heard of.
 */
export async function getActiveHead(): Promise<RefitHead | null> {
  if (Date.now() - lastFetchAt > refreshIntervalMs) {
    lastFetchAt = Date.now()
    pendingFetch = fetchActiveHead().catch(() => undefined)
  }
  await Promise.race([pendingFetch, new Promise(resolve => setTimeout(resolve, timeoutMs))])
  return readStoredHead()
}

async function fetchActiveHead(): Promise<void> {
  if (!navigator.onLine) return
  const response = await fetch('/analysis/active-model/')
  if (!response.ok) return
  const active: unknown = await response.json()
  localStorage.setItem(storageKey, JSON.stringify(parseActiveModel(active)))
}

/** A version of another network than this build's is of no use here: its shipped head answers. */
function parseActiveModel(active: unknown): ActiveHead {
  if (typeof active !== 'object' || active === null) return null
  const { version, base_version, head } = { version: '', base_version: '', head: '', ...active }
  const isValid = typeof version === 'string' && typeof head === 'string' && head !== ''
  return isValid && base_version === shippedVersion ? { version, head } : null
}

function readStoredHead(): ActiveHead {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    // What an earlier build remembered belongs to its own network.
    const head = parseActiveModel({ base_version: shippedVersion, ...Object(stored) })
    return head?.version.startsWith(`${shippedVersion}.`) ? head : null
  } catch {
    return null
  }
}
