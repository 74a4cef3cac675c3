import { shippedVersion } from './model-files.ts'
import type { RefitHead } from './worker.ts'

type ActiveHead = RefitHead | null

const storageKey = 'activeModel'
const refreshIntervalMs = 10_000
/** A diagnosis waits this long for a newer version; a later reply is used for the next photo. */
const timeoutMs = 800

let lastFetchAt = 0
let pendingFetch: Promise<void> = Promise.resolve()

/** Returns the head to use on this device, or null for the shipped one. Offline it is the last one that was fetched. */
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

/** A head for another network than this build's is unusable; then the shipped head is used. */
function parseActiveModel(active: unknown): ActiveHead {
  if (typeof active !== 'object' || active === null) return null
  const { version, base_version, head } = { version: '', base_version: '', head: '', ...active }
  const isValid = typeof version === 'string' && typeof head === 'string' && head !== ''
  return isValid && base_version === shippedVersion ? { version, head } : null
}

function readStoredHead(): ActiveHead {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    // A head stored by an earlier build belongs to another network.
    const head = parseActiveModel({ base_version: shippedVersion, ...Object(stored) })
    return head?.version.startsWith(`${shippedVersion}.`) ? head : null
  } catch {
    return null
  }
}
