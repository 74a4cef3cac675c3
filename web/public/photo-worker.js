// Part of the service worker: keeps photos of the server in a cache that the app erases when the session ends. The server
// forbids the browser's own cache, which no page can erase.

const privateCache = 'private-photos'
const maxPhotos = 300
const hour = 3600_000
/** Milliseconds. A portrait that its owner has removed must not stay for long; other photos never change. */
const maxAges = { portraits: hour, photos: 7 * 24 * hour, heatmaps: 7 * 24 * hour }

/** Counts the ends of sessions, so that a download that is still running does not store a photo afterwards. */
let endedSessions = 0

self.addEventListener('fetch', event => {
  const url = new URL(event.request.url)
  const [, kind] = /^\/files\/(portraits|photos|heatmaps)\//.exec(url.pathname) ?? []
  if (kind === undefined || event.request.method !== 'GET' || url.origin !== self.location.origin) return
  event.respondWith(getPhoto(event, url, maxAges[kind]))
})

self.addEventListener('message', event => {
  if (event.data?.type !== 'session-ended') return
  endedSessions++
  event.waitUntil(self.caches.delete(privateCache))
})

async function getPhoto(event, url, maxAge) {
  // The signature changes every hour, and the photo behind a path never does.
  const key = url.searchParams.get('size') === 'small' ? `${url.pathname}?size=small` : url.pathname
  const startedIn = endedSessions
  const cache = await self.caches.open(privateCache)
  const cached = await cache.match(key)
  if (cached && Date.now() - Date.parse(cached.headers.get('date')) < maxAge) return cached
  const response = await fetch(event.request)
  if (response.ok && response.headers.get('content-type')?.startsWith('image/'))
    event.waitUntil(storePhoto(key, response.clone(), startedIn))
  return response
}

async function storePhoto(key, response, startedIn) {
  if (startedIn !== endedSessions) return
  const cache = await self.caches.open(privateCache)
  // Without space on the device the photo is fetched again next time.
  await cache.put(key, response).catch(() => undefined)
  const stored = await cache.keys()
  for (const oldest of stored.slice(0, Math.max(0, stored.length - maxPhotos))) await cache.delete(oldest)
  if (startedIn !== endedSessions) await self.caches.delete(privateCache)
}
