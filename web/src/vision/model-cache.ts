const cacheName = 'on-device-model'

/**
 * A file of the model, out of what the device keeps, else from the server and then kept. Its address changes with its
 * content, so what is kept never grows old.
 */
export async function fetchCached(url: string): Promise<ArrayBuffer> {
  const cache = await openCache()
  const cached = await cache?.match(url)
  if (cached) return cached.arrayBuffer()
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // A device without room for it works all the same, as long as there is a network.
  await cache?.put(url, response.clone()).catch(() => undefined)
  return response.arrayBuffer()
}

/** A file that travels in pieces. One after the other, so that a network that breaks off leaves most of them here for the next try. */
export async function fetchCachedChunks(urls: readonly string[]): Promise<ArrayBuffer> {
  const chunks: ArrayBuffer[] = []
  for (const url of urls) chunks.push(await fetchCached(url))
  return new Blob(chunks).arrayBuffer()
}

/** Forgets the files of earlier models. */
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

/** Absent where a phone reaches the server without TLS. */
const openCache = async (): Promise<Cache | undefined> => ('caches' in globalThis ? caches.open(cacheName) : undefined)
