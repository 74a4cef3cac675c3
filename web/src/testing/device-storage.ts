import 'fake-indexeddb/auto'
import { beforeEach } from 'vitest'

// What the outbox needs of a browser and the test environment lacks: IndexedDB and Web Locks. Each test starts with empty
// storage.

const cloneNatively = globalThis.structuredClone

/**
 * Clones a value as IndexedDB does. Node's algorithm turns a Blob of the test environment into an empty object. A Blob
 * cannot change, so a copy may share it.
 */
function clone(value: unknown): unknown {
  if (value instanceof Blob) return value
  if (Array.isArray(value)) return value.map(clone)
  if (isPlainObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, clone(field)]))
  return cloneNatively(value)
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Grants every lock: a test has no other tab. */
const locks = {
  request: async (name: string, ...rest: unknown[]) => {
    const callback = rest.at(-1)
    return typeof callback === 'function' ? callback({ name, mode: 'exclusive' }) : undefined
  },
}

Object.assign(globalThis, { structuredClone: clone })
Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })

beforeEach(async () => {
  for (const { name } of await indexedDB.databases()) if (name !== undefined) await deleteDatabase(name)
})

/** Deletes a database. Its open connections get a `versionchange` event and must close. */
const deleteDatabase = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error(`A connection to ${name} stays open`))
  })
