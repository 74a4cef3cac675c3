import type pg from 'pg'
import type { KutuServer } from '../support/kutu-server.ts'
import { createUploadRequest } from '../support/uploads.ts'

/** Durations in milliseconds by the name of the call. */
export type CallTimes = Map<string, number[]>
type Visitor = { email: string; access: string; refresh: string; isBusy: boolean }
type Tokens = { access: string; refresh: string }
export type Visitors = {
  tokens: readonly string[]
  visit: (random: () => number, times: CallTimes) => Promise<void>
}

const json = { 'content-type': 'application/json' }
const subject = 'country=UG&crop=maize&disease=common_rust'
const history = '/analysis/rust-detection/'

/**
 * Signs in farmers who then visit in turns. A visit is that of a farmer with a photo: tokens are renewed (one in twenty signs in
 * anew), the home screen loads, a photo is uploaded and its answer opened; one in three reads the board, one in ten looks for a slot,
 * one in fifty publishes a post. Beside it, a stranger looks at the public map.
 */
export async function createVisitors(
  kutu: KutuServer,
  pool: pg.Pool,
  { photos, count }: { photos: readonly Buffer[]; count: number },
): Promise<Visitors> {
  const { rows: posts } = await pool.query<{ id: string }>(
    `select id from posts where status = 'approved' order by created_at desc limit 200`,
  )
  const visitors: Visitor[] = []
  for (let n = 1; n <= count; n++) {
    // Accounts below a thousand are those that analyses.ts erases.
    const email = `bench${1000 + n * 11}@example.org`
    visitors.push({ email, ...(await signIn(kutu, email)), isBusy: false })
  }
  let next = 0
  let uploads = Date.now()

  const visit = async (random: () => number, times: CallTimes) => {
    const visitor = visitors[next++ % visitors.length]
    if (visitor === undefined || visitor.isBusy) throw new Error('every farmer is busy')
    visitor.isBusy = true
    try {
      if (random() < 0.05) Object.assign(visitor, await timed('sign-in', () => signIn(kutu, visitor.email)))
      else Object.assign(visitor, await timed('renewed tokens', () => renew(kutu, visitor.refresh)))
      await Promise.all([
        get('own profile', '/api/auth/me'),
        get('dashboard', '/api/dashboard/stats/'),
        get('notifications', '/api/notifications/'),
        get('warnings for the farmer', '/api/surveillance/notices/'),
        get('history', history),
      ])
      const photo = photos[uploads % photos.length] ?? Buffer.alloc(0)
      const upload = createUploadRequest(history, photo, uploads++, visitor.access)
      const answer = await timed('photo, until its diagnosis', () =>
        call(kutu, history, { method: 'POST', headers: upload.headers, body: new Uint8Array(upload.body) }),
      )
      const { id } = JSON.parse(answer) as { id: string }
      await get('one analysis', `${history}${id}/`)
      if (random() < 1 / 3) {
        await get('board', '/api/community/posts/')
        await get('one post', `/api/community/posts/${posts[Math.floor(random() * posts.length)]?.id}/`)
      }
      if (random() < 0.1) await get('free slots', '/api/consultations/availability-slots/all/')
      if (random() < 0.02) await timed('new post', () => publish(kutu, visitor.access, uploads))
      await get('public map', `/api/surveillance/map/?${subject}`, '')
    } finally {
      visitor.isBusy = false
    }

    async function get(name: string, path: string, access = visitor?.access ?? ''): Promise<void> {
      await timed(name, () => call(kutu, path, access === '' ? {} : { headers: { authorization: `Bearer ${access}` } }))
    }
    async function timed<T>(name: string, run: () => Promise<T>): Promise<T> {
      const startedAt = performance.now()
      const result = await run()
      times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt])
      return result
    }
  }
  return { tokens: visitors.map(({ access }) => access), visit }
}

/** Opens event streams of signed-in farmers, and returns a function that closes them. */
export async function openStreams({ url }: KutuServer, { tokens }: Visitors, count: number): Promise<() => void> {
  const controller = new AbortController()
  for (let index = 0; index < count; index++) {
    const response = await fetch(`${url}/api/notifications/stream`, {
      headers: { authorization: `Bearer ${tokens[index % tokens.length]}` },
      signal: controller.signal,
    })
    if (!response.ok) throw new Error(`stream ${index}: ${response.status}`)
    // It ends with an error when the pages close.
    drain(response).catch(() => undefined)
  }
  return () => controller.abort()
}

async function drain(response: Response): Promise<void> {
  for await (const _chunk of response.body ?? []);
}

async function call({ url }: KutuServer, path: string, init: RequestInit): Promise<string> {
  const response = await fetch(url + path, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, 200)}`)
  return text
}

async function signIn(kutu: KutuServer, email: string): Promise<Tokens> {
  const body = JSON.stringify({ email, password: kutu.password })
  return readTokens(await call(kutu, '/api/auth/login/', { method: 'POST', headers: json, body }))
}

async function renew(kutu: KutuServer, refresh: string): Promise<Tokens> {
  const body = JSON.stringify({ refresh })
  return readTokens(await call(kutu, '/api/auth/refresh-token', { method: 'POST', headers: json, body }))
}

function readTokens(text: string): Tokens {
  const { access, refresh } = JSON.parse(text) as Tokens
  return { access, refresh }
}

function publish(kutu: KutuServer, access: string, number: number): Promise<string> {
  const headers = { ...json, authorization: `Bearer ${access}` }
  const body = JSON.stringify({
    ...{
      title: `Brown spots on plot ${number}`,
      content: `Since the rain of last week, on the lower leaves of plot ${number}.`,
    },
    ...{ crop_type: 'MAIZE', disease_type: 'none', urgency_level: 'low' },
  })
  return call(kutu, '/api/community/posts/', { method: 'POST', headers, body })
}
