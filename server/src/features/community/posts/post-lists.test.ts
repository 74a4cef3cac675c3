import { community } from '@kutu/contract/community/community'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApprovedPost, createPendingPost, moderatePost } from '../../../testing/features/community.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
type CreatedPost = {
  id: string
  crop: string
  disease: string
  urgency: string
  status: string
  title: string
  at: number
}
/** Oldest first. */
const created: CreatedPost[] = []
const crops = ['MAIZE', 'WHEAT']
const diseases = ['common_rust', 'none']
const urgencies = ['low', 'high', 'medium']
const states = ['pending', 'flagged', 'approved', 'approved']

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
  for (let i = 0; i < 48; i++) {
    const [crop = '', disease = '', urgency = ''] = [crops[i % 2], diseases[Math.floor(i / 2) % 2], urgencies[i % 3]]
    const status = states[Math.floor(i / 12)] ?? ''
    const words = {
      title: `Case${i} ${i % 5 === 0 ? 'Ŋŋamba locust-swarm' : 'spots'}`,
      content: `Powder number n${i % 7}x`,
    }
    const sent = { crop_type: crop, disease_type: disease, urgency_level: urgency, ...words }
    server.clock.advance(1000)
    const post = await createPendingPost(server, i % 2 ? grace : joan, sent)
    if (status !== 'pending') await moderatePost(server, okello, post.id, status === 'flagged' ? 'flag' : 'approve')
    // Every fourth post has the same timestamp as the one before, as on a busy board.
    const at = (i % 4 === 3 && created.at(-1)?.at) || Date.parse(post.created_at)
    await server.app.db
      .updateTable('posts')
      .set({ created_at: new Date(at) })
      .where('id', '=', post.id)
      .execute()
    created.push({ id: post.id, crop, disease, urgency, status, title: words.title, at })
  }
})
afterAll(() => server.close())

type Query = Record<string, string | number>
const approved = (query: Query = {}) => server.request('GET /api/community/posts/', { token: joan.token, query })
const all = (query: Query = {}) => server.request('GET /api/community/posts/all/', { token: okello.token, query })
const mine = (query: Query = {}) => server.request('GET /api/community/posts/mine/', { token: grace.token, query })
const getIds = (posts: { id: string }[]) => posts.map(({ id }) => id)
const newestFirst = (posts: CreatedPost[]) => [...posts].reverse()
const getNextLink = ({ headers }: TestResponse) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
const parseQuery = (link: string) => Object.fromEntries(new URL(link).searchParams)

describe('the approved posts', () => {
  it('are listed newest first as a plain array for every signed-in user', async () => {
    const answer = await approved()
    expect(answer.status).toBe(200)
    const posts = community.listPosts.reply.parse(answer.body)
    const wanted = newestFirst(created.filter(({ status }) => status === 'approved'))
    expect(posts.map(({ created_at }) => Date.parse(created_at))).toEqual(wanted.map(({ at }) => at))
    expect(new Set(getIds(posts))).toEqual(new Set(getIds(wanted)))
    expect(getNextLink(answer)).toBeUndefined()
  })

  it('are paged by the Link header, without a gap or a repetition', async () => {
    const walked: string[] = []
    for (let answer = await approved({ page_size: 5 }); ; ) {
      walked.push(...getIds(answer.body))
      const next = getNextLink(answer)
      if (!next) break
      expect(new URL(next).pathname).toBe('/api/community/posts/')
      answer = await approved(parseQuery(next))
    }
    expect(walked).toEqual(getIds((await approved()).body))
  })

  it('are the same by page number, also if the number in a link was edited', async () => {
    const whole = getIds((await approved()).body)
    const first = await approved({ page_size: 7 })
    const link = parseQuery(getNextLink(first) ?? '')
    for (const page of [2, 3, 4]) {
      const wanted = whole.slice((page - 1) * 7, page * 7)
      expect(getIds((await approved({ page, page_size: 7 })).body)).toEqual(wanted)
      expect(getIds((await approved({ ...link, page })).body)).toEqual(wanted)
    }
    expect((await approved({ page: 1000, page_size: 200 })).body).toEqual([])
  })

  it.each([
    { after: 'x' },
    { after: '2.7.0.17.not-an-id' },
    { page: 0 },
    { page_size: 'many' },
    { crop_type: 'COFFEE' },
  ])('reject the query %j', async query => {
    expect((await approved(query)).status).toBe(400)
  })
})

describe('all posts', () => {
  it('are listed for experts in pages with a count, newest first', async () => {
    const { status, body } = await all({ page_size: 10 })
    expect(status).toBe(200)
    const page = community.listAllPosts.reply.parse(body)
    expect([page.count, page.results.length, page.previous]).toEqual([created.length, 10, null])
    const walked = [...page.results]
    let last = page
    while (last.next) {
      last = community.listAllPosts.reply.parse((await all(parseQuery(last.next))).body)
      walked.push(...last.results)
    }
    expect(walked.map(({ created_at }) => Date.parse(created_at))).toEqual(newestFirst(created).map(({ at }) => at))
    expect(new Set(getIds(walked)).size).toBe(created.length)
    const back = await all(parseQuery(last.previous ?? ''))
    expect(getIds(back.body.results)).toEqual(getIds(walked.slice(30, 40)))
    const beyond = (await all({ page: 9, page_size: 10 })).body
    expect([beyond.count, beyond.results, beyond.next]).toEqual([created.length, [], null])
    expect(parseQuery(beyond.previous).page).toBe('5')
  })

  const combinations = [undefined, 'pending', 'flagged', 'approved'].flatMap(status =>
    [undefined, ...crops].flatMap(crop =>
      [undefined, ...diseases].flatMap(disease =>
        [undefined, 'high'].map(urgency => ({ status, crop, disease, urgency })),
      ),
    ),
  )
  it('are filtered by status, crop, disease and urgency in any combination, and counted', async () => {
    for (const wanted of combinations) {
      const filters = {
        ...(wanted.status && { status: wanted.status }),
        ...(wanted.crop && { crop_type: wanted.crop }),
        ...(wanted.disease && { disease_type: wanted.disease }),
        ...(wanted.urgency && { urgency_level: wanted.urgency }),
      }
      const matching = created.filter(post =>
        (['status', 'crop', 'disease', 'urgency'] as const).every(key => !wanted[key] || post[key] === wanted[key]),
      )
      for (const ordering of ['newest', 'queue']) {
        const { body } = await all({ ...filters, ordering, page_size: 200 })
        expect([wanted, body.count]).toEqual([wanted, matching.length])
        expect(new Set(getIds(body.results))).toEqual(new Set(getIds(matching)))
        const order = (ordering === 'newest' ? newestFirst(matching) : sortQueue(matching)).map(({ at }) => at)
        expect(body.results.map((post: { created_at: string }) => Date.parse(post.created_at))).toEqual(order)
      }
    }
  })

  it('are ordered by urgency, then age, over all pages of the queue', async () => {
    const pending = sortQueue(created.filter(({ status }) => status === 'pending'))
    const walked: { urgency_level: string; created_at: string }[] = []
    let query: Query | undefined = { status: 'pending', ordering: 'queue', page_size: 5 }
    while (query) {
      const { body } = await all(query)
      walked.push(...body.results)
      query = body.next ? parseQuery(body.next) : undefined
    }
    expect(walked.map(post => [post.urgency_level, Date.parse(post.created_at)])).toEqual(
      pending.map(({ urgency, at }) => [urgency, at]),
    )
  })

  it('never include withdrawn ones, not even by status', async () => {
    expect((await all({ status: 'withdrawn' })).status).toBe(400)
  })
})

const rank: Record<string, number> = { high: 0, medium: 1, low: 2 }
const sortQueue = (posts: CreatedPost[]) =>
  [...posts].sort((a, b) => (rank[a.urgency] ?? 0) - (rank[b.urgency] ?? 0) || a.at - b.at)

describe('a search', () => {
  const titles = (posts: { title: string }[]) => posts.map(({ title }) => title.split(' ')[0])

  it.each([
    ['case7', ['Case7']],
    [
      'CASE1',
      ['Case1', 'Case10', 'Case11', 'Case12', 'Case13', 'Case14', 'Case15', 'Case16', 'Case17', 'Case18', 'Case19'],
    ],
    ['powder n3x case3', ['Case3', 'Case31', 'Case38']],
    ['ŋŋamba case2', ['Case20', 'Case25']],
    ['locust-swarm case4', ['Case40', 'Case45']],
    ['warm', []],
    ['🌽', []],
    ["'); drop table posts; --", []],
    ['case7 & !powder | (x', []],
  ])('for %s finds posts with a word that starts with each term', async (search, found) => {
    const { status, body } = await all({ search, page_size: 50 })
    expect(status).toBe(200)
    expect(titles(body.results).sort()).toEqual([...found].sort())
    expect(body.count).toBe(found.length)
  })

  it('respects the status, the filters and the pages of its list', async () => {
    const wanted = newestFirst(created.filter(post => post.status === 'approved' && post.title.includes('Ŋ')))
    const one = await approved({ search: 'locust', page_size: 2 })
    expect(titles(one.body)).toEqual(wanted.slice(0, 2).map(({ title }) => title.split(' ')[0]))
    const rest = await approved({ ...parseQuery(getNextLink(one) ?? ''), page_size: 2 })
    expect(titles(rest.body)).toEqual(wanted.slice(2, 4).map(({ title }) => title.split(' ')[0]))
    const own = created.filter((post, i) => i % 2 === 1 && post.title.includes('Ŋ'))
    expect(new Set(titles((await mine({ search: 'locust' })).body))).toEqual(
      new Set(own.map(({ title }) => title.split(' ')[0])),
    )
    const wheat = await all({ search: 'case', crop_type: 'WHEAT', status: 'flagged' })
    expect(wheat.body.count).toBe(created.filter(({ crop, status }) => crop === 'WHEAT' && status === 'flagged').length)
  })

  it('of more than 100 characters is rejected', async () => {
    expect((await approved({ search: 'x'.repeat(101) })).body.errors).toMatchObject([{ field: 'search' }])
  })
})

it('the number of posts follows approvals and withdrawals', async () => {
  const extra = await createApprovedPost(server, grace, okello, { crop_type: 'RICE' })
  expect((await all({ crop_type: 'RICE', status: 'approved' })).body.count).toBe(1)
  await server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: extra.id } })
  expect((await all({ crop_type: 'RICE' })).body.count).toBe(0)
})
