import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'

const script = readFileSync(new URL('../public/photo-worker.js', import.meta.url), 'utf8')
const origin = 'https://kutu.example'
const photo = '/files/photos/ab/cd.jpg'

/** The part of the Cache API that the worker uses and Node lacks: entries in order of insertion, by path. */
function createCacheStorage() {
  const stored = new Map<string, Map<string, Response>>()
  return {
    stored,
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, cache)
      return {
        match: async (key: string) => cache.get(key)?.clone(),
        put: async (key: string, response: Response) => void cache.set(key, response),
        keys: async () => [...cache.keys()],
        delete: async (key: string) => cache.delete(key),
      }
    },
    delete: async (name: string) => stored.delete(name),
  }
}

type Handler = (event: object) => void

/** Runs the script as a service worker whose network is controlled by the test. */
function startWorker() {
  const handlers = new Map<string, Handler>()
  const caches = createCacheStorage()
  const requested: string[] = []
  const network = { reply: async (_url: string): Promise<Response> => makePhoto() }
  const self = {
    caches,
    location: { origin },
    addEventListener: (name: string, run: Handler) => handlers.set(name, run),
  }
  const fetchFromNetwork = ({ url }: Request) => {
    requested.push(url)
    return network.reply(url)
  }
  new Function('self', 'fetch', script)(self, fetchFromNetwork)
  /** Returns what the page receives, or undefined if the worker leaves the request to the browser. */
  const request = async (path: string, method = 'GET') => {
    const pending: Promise<unknown>[] = []
    let reply: Promise<Response> | undefined
    handlers.get('fetch')?.({
      request: new Request(new URL(path, origin), { method }),
      respondWith: (response: Promise<Response>) => {
        reply = response
      },
      waitUntil: (work: Promise<unknown>) => pending.push(work),
    })
    const response = await reply
    await Promise.all(pending)
    return response
  }
  const endSession = async () => {
    const pending: Promise<unknown>[] = []
    handlers.get('message')?.({
      data: { type: 'session-ended' },
      waitUntil: (work: Promise<unknown>) => pending.push(work),
    })
    await Promise.all(pending)
  }
  const listStored = () => [...(caches.stored.get('private-photos')?.keys() ?? [])]
  return { request, endSession, listStored, requested, network }
}

const makePhoto = (ageMs = 0, type = 'image/jpeg', status = 200) =>
  new Response('photo', {
    status,
    headers: { 'content-type': type, date: new Date(Date.now() - ageMs).toUTCString() },
  })

let worker: ReturnType<typeof startWorker>
beforeEach(() => {
  worker = startWorker()
})

describe('the photo cache of the service worker', () => {
  it('fetches a photo once, whatever its signature, and its thumbnail apart', async () => {
    for (const query of ['?expires=1&signature=a', '?expires=2&signature=b', '?expires=2&signature=b&size=small'])
      expect(await (await worker.request(photo + query))?.text()).toBe('photo')
    expect(worker.requested).toHaveLength(2)
    expect(worker.listStored()).toEqual([photo, `${photo}?size=small`])
  })

  it('is deleted when the session ends', async () => {
    await worker.request(photo)
    await worker.endSession()
    expect(worker.listStored()).toEqual([])
  })

  it('does not store a photo that arrives after the session has ended', async () => {
    let arrive: (response: Response) => void = () => undefined
    worker.network.reply = () => new Promise(resolve => (arrive = resolve))
    const loading = worker.request(photo)
    await expect.poll(() => worker.requested).toHaveLength(1)
    await worker.endSession()
    arrive(makePhoto())
    expect((await loading)?.status).toBe(200)
    expect(worker.listStored()).toEqual([])
  })

  it('fetches a portrait again after an hour, and a leaf photo after a week', async () => {
    const [hour, day] = [3600_000, 24 * 3600_000]
    const countRequests = async (path: string, ageMs: number) => {
      const { request, requested, network } = startWorker()
      network.reply = async () => makePhoto(ageMs)
      await request(path)
      await request(path)
      return requested.length
    }
    expect(await countRequests('/files/portraits/me/1.jpg', 2 * hour)).toBe(2)
    expect(await countRequests('/files/portraits/me/1.jpg', hour / 2)).toBe(1)
    expect(await countRequests(photo, 6 * day)).toBe(1)
    expect(await countRequests(photo, 8 * day)).toBe(2)
  })

  it('keeps the 300 newest photos', async () => {
    for (let number = 0; number < 302; number++) await worker.request(`/files/photos/${number}.jpg`)
    expect(worker.listStored()).toHaveLength(300)
    expect(worker.listStored()[0]).toBe('/files/photos/2.jpg')
  })

  it('stores no error and no other file, and leaves other requests to the browser', async () => {
    // A hotel's sign-in page answers every address with 200.
    for (const [type, status] of [
      ['application/json', 404],
      ['text/html', 200],
    ] as const) {
      worker.network.reply = async () => makePhoto(0, type, status)
      expect((await worker.request(photo))?.status).toBe(status)
      expect(worker.listStored()).toEqual([])
    }
    for (const path of ['/files/exports/ab/cd.zip', '/api/auth/me', 'https://elsewhere.example/files/photos/a.jpg'])
      expect(await worker.request(path), path).toBeUndefined()
    expect(await worker.request(photo, 'POST')).toBeUndefined()
  })
})
