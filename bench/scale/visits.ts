import type pg from 'pg'
import { callApi, type Session, signIn } from '../support/http.ts'
import type { KutuServer } from '../support/kutu-server.ts'
import { analysisPath, createUploadRequest } from '../support/uploads.ts'

/** Durations in milliseconds by the name of the call. */
export type CallTimes = Map<string, number[]>
type Visitor = { email: string; access: string; refresh: string; isBusy: boolean }
export type Visitors = {
  tokens: readonly string[]
  visit: (random: () => number, times: CallTimes) => Promise<void>
}

const subject = 'country=UG&crop=maize&disease=common_rust'

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
  const signInVisitor = (email: string) => signIn(kutu.url, { ...kutu.accounts.farmer, email })
  const visitors: Visitor[] = []
  for (let n = 1; n <= count; n++) {
    // Accounts below a thousand are those that analyses.ts erases.
    const email = `bench${1000 + n * 11}@example.org`
    visitors.push({ email, ...(await signInVisitor(email)), isBusy: false })
  }
  let next = 0
  let uploads = 0

  const visit = async (random: () => number, times: CallTimes) => {
    const visitor = visitors[next++ % visitors.length]
    if (visitor === undefined || visitor.isBusy) throw new Error('every farmer is busy')
    visitor.isBusy = true
    try {
      if (random() < 0.05) Object.assign(visitor, await timed('sign-in', () => signInVisitor(visitor.email)))
      else Object.assign(visitor, await timed('renewed tokens', () => renew(visitor.refresh)))
      await Promise.all([
        get('own profile', '/api/auth/me'),
        get('dashboard', '/api/dashboard/stats/'),
        get('notifications', '/api/notifications/'),
        get('warnings for the farmer', '/api/surveillance/notices/'),
        get('history', analysisPath),
      ])
      const upload = createUploadRequest(photos[uploads++ % photos.length], visitor.access)
      const { id } = await timed('photo, until its diagnosis', () =>
        callApi<{ id: string }>(kutu.url, `POST ${analysisPath}`, upload),
      )
      await get('one analysis', `${analysisPath}${id}/`)
      if (random() < 1 / 3) {
        await get('board', '/api/community/posts/')
        await get('one post', `/api/community/posts/${posts[Math.floor(random() * posts.length)]?.id}/`)
      }
      if (random() < 0.1) await get('free slots', '/api/consultations/availability-slots/all/')
      if (random() < 0.02) await timed('new post', () => publish(visitor.access))
      await get('public map', `/api/surveillance/map/?${subject}`, '')
    } finally {
      visitor.isBusy = false
    }

    async function get(name: string, path: string, token = visitor?.access): Promise<void> {
      await timed(name, () => callApi(kutu.url, `GET ${path}`, { token }))
    }
    async function timed<T>(name: string, run: () => Promise<T>): Promise<T> {
      const startedAt = performance.now()
      const result = await run()
      times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt])
      return result
    }
    function renew(refresh: string): Promise<Pick<Session, 'access' | 'refresh'>> {
      return callApi(kutu.url, 'POST /api/auth/refresh-token', { body: { refresh } })
    }
    function publish(token: string): Promise<unknown> {
      const body = {
        title: `Brown spots on plot ${uploads}`,
        content: `Since the rain of last week, on the lower leaves of plot ${uploads}.`,
        crop_type: 'MAIZE',
        disease_type: 'none',
        urgency_level: 'low',
      }
      return callApi(kutu.url, 'POST /api/community/posts/', { token, body })
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
