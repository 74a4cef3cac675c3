import { contract } from '@kutu/contract/contract'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createComment,
  createPendingPost,
  fetchNotifications,
  getPost,
  moderatePost,
} from '../../testing/features/community.ts'
import { drawLeaf } from '../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../testing/server/test-users.ts'

const secret = 'zebramelon'
let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
/** Users who may see approved posts only. */
let others: { name: string; person: TestUser }[]
/** Grace's posts that are not visible to others. */
let hidden: string[]
let answered: string

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  const admin = await createTestAdmin(server)
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpApprovedExpert(server, admin)
  others = [
    { name: 'another farmer', person: joan },
    { name: 'an expert who waits', person: await signUpExpert(server) },
    { name: 'an admin', person: admin },
  ]
  const image = await uploadPhoto()
  const pending = await createPendingPost(server, grace, { content: `${secret} pending`, image })
  const flagged = await createPendingPost(server, grace, { content: `${secret} flagged`, title: `${secret} title` })
  await moderatePost(server, okello, flagged.id, 'flag', { reason: `${secret} reason` })
  const withdrawn = await createApprovedPost(server, grace, okello, { content: `${secret} withdrawn` })
  await createComment(server, okello, withdrawn.id, `${secret} answer`)
  await server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: withdrawn.id } })
  hidden = [pending.id, flagged.id, withdrawn.id]
  answered = (await createApprovedPost(server, grace, okello)).id
  await createComment(server, grace, answered, `${secret} comment that waits`)
})
afterAll(() => server.close())

async function uploadPhoto(): Promise<string> {
  const bytes = await drawLeaf({ seed: 5 }).jpeg().toBuffer()
  const value = new Blob([new Uint8Array(bytes)])
  const { body } = await server.request('POST /api/community/photos/', {
    token: grace.token,
    form: [{ name: 'image', value }],
  })
  return body.id
}

const reads = Object.values(contract)
  .flatMap(feature => Object.values<Endpoint>(feature))
  .filter(({ method, path }) => method === 'GET' && !path.includes('{'))

/** Paths by which admins supervise moderation. */
const adminOnlyPaths = ['/api/admin/audit/', '/api/admin/audit/export.csv', '/api/admin/flagged/']

describe('an unapproved post of another user', () => {
  it('is in no response or header of any list, whatever the query', async () => {
    const queries = [{}, { search: secret }, { status: 'pending' }, { status: 'flagged' }, { status: 'withdrawn' }]
    for (const { name, person } of others)
      for (const { path } of reads)
        for (const query of queries) {
          const { body, headers } = await server.request(`GET ${path}` as 'GET /api/community/posts/', {
            token: person.token,
            query: { ...query, page_size: 1 },
          })
          const responseText = `${JSON.stringify(body)} ${[...headers].join()}`
          if (name === 'an admin' && adminOnlyPaths.includes(path)) continue
          expect([path, responseText.includes(secret), hidden.some(id => responseText.includes(id))]).toEqual([
            path,
            false,
            false,
          ])
        }
  })

  it('cannot be read, commented on, edited or moderated by its id', async () => {
    for (const { person } of others)
      for (const id of hidden) {
        const missing = await getPost(server, person, '00000000-0000-4000-8000-000000000000')
        const answer = await getPost(server, person, id)
        expect([answer.status, answer.body]).toEqual([404, missing.body])
        const sent = { token: person.token, params: { id }, body: { content: 'Hello', action: 'approve' } }
        const tries = [
          await server.request('POST /api/community/responses/{id}/', sent),
          await server.request('PUT /api/community/posts/{id}/', sent),
          await server.request('DELETE /api/community/posts/{id}/', { token: person.token, params: { id } }),
          await server.request('PUT /api/community/posts/moderate/{id}/', sent),
          await server.request('GET /api/community/responses/moderate/{id}/', { token: person.token, params: { id } }),
        ]
        for (const { status, body } of tries) {
          expect([400, 403, 404]).toContain(status)
          expect(JSON.stringify(body)).not.toContain(secret)
        }
      }
  })

  it('changes no figure, count or link that others see', async () => {
    const seen = async () => {
      const list = await server.request('GET /api/community/posts/', { token: joan.token, query: { page_size: 1 } })
      const board = await server.request('GET /api/community/stats/', { token: joan.token })
      return [list.body, list.headers.get('link'), board.body, (await fetchNotifications(server, joan)).count]
    }
    const before = await seen()
    const more = await createPendingPost(server, grace, { content: `${secret} one more` })
    expect(await seen()).toEqual(before)
    await moderatePost(server, okello, more.id, 'flag')
    expect(await seen()).toEqual(before)
  })

  it('does not expose its photo: not by the id, nor by a forged link', async () => {
    const own = (await getPost(server, grace, hidden[0] ?? '')).body.image
    expect((await fetch(own)).status).toBe(200)
    const forged = new URL(own)
    forged.searchParams.set('signature', 'x'.repeat(43))
    expect((await fetch(forged)).status).toBe(403)
    const image = await uploadPhoto()
    const foreign = await server.request('POST /api/community/posts/', {
      token: joan.token,
      body: { title: 'Mine', content: 'Mine', crop_type: 'RICE', disease_type: 'none', urgency_level: 'low', image },
    })
    expect([foreign.status, foreign.body.errors]).toMatchObject([400, [{ field: 'image' }]])
  })
})

it('a pending comment of another user is visible to experts only', async () => {
  for (const { person } of others)
    expect(JSON.stringify((await getPost(server, person, answered)).body)).not.toContain(secret)
  expect(JSON.stringify((await getPost(server, grace, answered)).body)).toContain(secret)
})

it('an approved expert sees every post except withdrawn ones', async () => {
  expect((await Promise.all(hidden.map(id => getPost(server, okello, id)))).map(({ status }) => status)).toEqual([
    200, 200, 404,
  ])
})
