import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApprovedPost } from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const size = 24_000
let server: TestServer
let grace: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
  // Every post contains "common", the oldest 3000 "ancient", every 6000th "seldom". A higher number means a newer post.
  await sql`
    insert into posts (farmer_id, title, content, crop_type, disease_type, urgency_level, status, fingerprint, created_at)
    select ${grace.id}::uuid, 'common ' || n || case when n <= 3000 then ' ancient' when n % 6000 = 0 then ' seldom' else '' end,
      'text', 'MAIZE', 'none', 'low', 'approved', int4send(n), now() - (${size} - n) * interval '1 minute'
    from generate_series(1, ${size}) n`.execute(server.app.db)
  await sql`analyze posts`.execute(server.app.db)
})
afterAll(() => server.close())

const getNumbers = (posts: { title: string }[]) => posts.map(({ title }) => Number(title.split(' ')[1]))
const approved = async (query: Record<string, string | number>) =>
  getNumbers((await server.request('GET /api/community/posts/', { token: grace.token, query })).body)
const all = async (query: Record<string, string | number>) =>
  (await server.request('GET /api/community/posts/all/', { token: okello.token, query })).body
const countDown = (first: number, length: number) => Array.from({ length }, (_, i) => first - i)

describe('a search on a large board', () => {
  it('finds all posts with a rare word, newest first', async () => {
    expect(await approved({ search: 'seldom' })).toEqual([24_000, 18_000, 12_000, 6000])
    expect((await all({ search: 'seldom common' })).count).toBe(4)
  })

  it('finds a word that begins like a number, behind a hyphen and alone', async () => {
    await createApprovedPost(server, grace, okello, { title: 'farmer-26603e63ae asks' })
    await createApprovedPost(server, grace, okello, { title: 'Lot 26603e63ae' })
    const { results } = await all({ search: '26603e63ae' })
    expect(results.map(({ title }: { title: string }) => title)).toEqual(['Lot 26603e63ae', 'farmer-26603e63ae asks'])
    for (const { id } of results)
      await server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id } })
  })

  it('finds the newest posts for a word that every post has', async () => {
    expect(await approved({ search: 'common', page_size: 5 })).toEqual(countDown(size, 5))
    expect(await approved({ search: 'common', page_size: 5, page: 3 })).toEqual(countDown(size - 10, 5))
  })

  it('finds the newest matching posts for a word that many old posts have', async () => {
    expect(await approved({ search: 'ancient', page_size: 5 })).toEqual(countDown(3000, 5))
    expect(await approved({ search: 'ancient', page_size: 200, page: 15 })).toEqual(countDown(200, 200))
    expect(await approved({ search: 'ancient', page_size: 200, page: 16 })).toEqual([])
  })

  it('stops counting at two hundred, but continues to find posts', async () => {
    const first = await all({ search: 'common', page_size: 200 })
    expect(first.count).toBe(200)
    expect((await all({ search: 'ancient' })).count).toBe(200)
    const collected = getNumbers(first.results)
    for (let next = first.next; next && collected.length < 1400; ) {
      const body = await all(Object.fromEntries(new URL(next).searchParams))
      collected.push(...getNumbers(body.results))
      next = body.next
    }
    expect(collected).toEqual(countDown(size, 1400))
  })

  it('returns the oldest first in queue order', async () => {
    const { results } = await all({ search: 'common', ordering: 'queue', status: 'approved', page_size: 3 })
    expect(getNumbers(results)).toEqual([1, 2, 3])
  })
})

it('the thousandth page is the page that the links lead to', async () => {
  const page = await all({ page: 1000, page_size: 10 })
  expect(page.count_is_capped).toBe(true)
  expect([page.count, getNumbers(page.results)]).toEqual([10_000, countDown(size - 9990, 10)])
  const next = await all(Object.fromEntries(new URL(page.next).searchParams))
  expect(getNumbers(next.results)).toEqual(countDown(size - 10_000, 10))
  expect(getNumbers((await all({ page: size / 10, page_size: 10 })).results)).toEqual(countDown(10, 10))
  for (const page of [size / 10 + 1, 1_000_000_000])
    expect(await all({ page, page_size: 10 })).toMatchObject({ count: 10_000, results: [], next: null })
})
