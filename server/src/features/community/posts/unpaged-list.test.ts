import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPendingPost } from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const postCount = 210
let server: TestServer
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  okello = await signUpExpert(server)
  const { id } = await createPendingPost(server, await signUpFarmer(server))
  await sql`
    insert into posts (farmer_id, title, content, crop_type, disease_type, urgency_level, fingerprint, created_at)
    select farmer_id, title, content, crop_type, disease_type, urgency_level, sha256(n::text::bytea), created_at
    from posts, generate_series(2, ${sql.lit(postCount)}) n where id = ${id}`.execute(server.app.db)
})
afterAll(() => server.close())

const fetchPage = async (query: Record<string, string | number> = {}) =>
  (await server.request('GET /api/community/posts/all/', { token: okello.token, query })).body
const followLink = (link: string) => fetchPage(Object.fromEntries(new URL(link).searchParams))
const getIds = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id)

it('older clients, which send no paging parameters, get 200 posts and a link to the rest', async () => {
  const first = await fetchPage()
  expect([first.count, first.results.length, first.previous]).toEqual([postCount, 200, null])
  const second = await followLink(first.next)
  expect([second.results.length, second.next]).toEqual([postCount - 200, null])
  expect(new Set([...getIds(first), ...getIds(second)]).size).toBe(postCount)
  expect(getIds(await followLink(second.previous))).toEqual(getIds(first))
  expect((await fetchPage({ status: 'pending', page: '', page_size: '' })).results).toHaveLength(200)
})

it('with a page or a page size the usual paging applies', async () => {
  const whole = getIds(await fetchPage())
  expect(getIds(await fetchPage({ page: 1 }))).toEqual(whole.slice(0, 10))
  const second = await fetchPage({ page: 2 })
  expect(getIds(second)).toEqual(whole.slice(10, 20))
  expect(getIds(await followLink(second.next))).toEqual(whole.slice(20, 30))
  expect(getIds(await fetchPage({ page_size: 7 }))).toEqual(whole.slice(0, 7))
  expect((await fetchPage({ page_size: 5000 })).results).toHaveLength(200)
})
