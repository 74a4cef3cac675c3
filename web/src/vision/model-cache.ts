const cacheName = 'on-device-model'

/** Called with the number of bytes that have arrived since the last call, also for bytes from the cache. */
export type OnBytes = (count: number) => void

/**
 * Returns a file of the model from the cache, or fetches and caches it. Its address has a content hash, so a cached
 * file is never out of date.
 */
export async function fetchCached(url: string, onBytes: OnBytes = () => undefined): Promise<ArrayBuffer> {
  const cache = await openCache()
  const cached = await cache?.match(url)
  if (cached) {
    const bytes = await cached.arrayBuffer()
    onBytes(bytes.byteLength)
    return bytes
  }
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // On a device without space, the model still works while online.
  const stored = cache?.put(url, response.clone()).catch(() => undefined)
  const bytes = await readBody(response, onBytes)
  await stored
  return bytes
}

async function readBody(response: Response, onBytes: OnBytes): Promise<ArrayBuffer> {
  if (!response.body) return response.arrayBuffer()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body.getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return new Blob(parts).arrayBuffer()
    onBytes(value.byteLength)
    parts.push(value)
  }
}

/**
 * Fetches a file that is split into chunks. One after the other, so that a broken connection leaves most of them cached
 * for the next attempt.
 */
export async function fetchCachedChunks(urls: readonly string[], onBytes?: OnBytes): Promise<ArrayBuffer> {
  const chunks: ArrayBuffer[] = []
  for (const url of urls) chunks.push(await fetchCached(url, onBytes))
  return new Blob(chunks).arrayBuffer()
}

/** Deletes the files of earlier models. */
export async function evictOtherFiles(urls: readonly string[]): Promise<void> {
  const cache = await openCache()
  const current = new Set(urls.map(url => new URL(url, location.href).href))
  const cached = (await cache?.keys()) ?? []
  await Promise.all(cached.filter(({ url }) => !current.has(url)).map(request => cache?.delete(request)))
}

export async function areCached(urls: readonly string[]): Promise<boolean> {
  const cache = await openCache()
  if (!cache) return false
  const found = await Promise.all(urls.map(url => cache.match(url)))
  return found.every(response => response !== undefined)
}

export const hasCachedFiles = async (): Promise<boolean> => ((await (await openCache())?.keys()) ?? []).length > 0

/** The Cache API is missing when a phone reaches the server without TLS. */
const openCache = async (): Promise<Cache | undefined> => ('caches' in globalThis ? caches.open(cacheName) : undefined)
