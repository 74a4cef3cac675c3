const cacheName = 'on-device-model'

/**
 * A file of the model, out of what the device keeps, else from the server and then kept. Its address changes with its
 * content, so what is kept never grows old.
 */
export async function keptFile(url: string): Promise<ArrayBuffer> {
  const cache = await openCache()
  const kept = await cache?.match(url)
  if (kept) return kept.arrayBuffer()
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // A device without room for it works all the same, as long as there is a network.
  await cache?.put(url, response.clone()).catch(() => undefined)
  return response.arrayBuffer()
}

/** A file that travels in pieces. One after the other, so that a network that breaks off leaves most of them here for the next try. */
export async function keptPieces(urls: readonly string[]): Promise<ArrayBuffer> {
  const pieces: ArrayBuffer[] = []
  for (const url of urls) pieces.push(await keptFile(url))
  return new Blob(pieces).arrayBuffer()
}

/** Forgets the files of earlier models. */
export async function keepOnly(urls: readonly string[]): Promise<void> {
  const cache = await openCache()
  const current = new Set(urls.map(url => new URL(url, location.href).href))
  const kept = (await cache?.keys()) ?? []
  await Promise.all(kept.filter(({ url }) => !current.has(url)).map(request => cache?.delete(request)))
}

export async function areKept(urls: readonly string[]): Promise<boolean> {
  const cache = await openCache()
  if (!cache) return false
  const found = await Promise.all(urls.map(url => cache.match(url)))
  return found.every(response => response !== undefined)
}

export const hasKeptAny = async (): Promise<boolean> => ((await (await openCache())?.keys()) ?? []).length > 0

/** Absent where a phone reaches the server without TLS. */
const openCache = async (): Promise<Cache | undefined> => ('caches' in globalThis ? caches.open(cacheName) : undefined)
