import { contract } from '@kutu/contract/all'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvedPost, comment, moderate, newsOf, pendingPost, show } from '../testing/board.ts'
import { drawnLeaf } from '../testing/drawings.ts'
import { approvedExpert, expert, farmer, newAdmin, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

const secret = 'zebramelon'
let w: World
let grace: Person
let joan: Person
let okello: Person
/** Who may see an approved post and nothing more. */
let others: { name: string; person: Person }[]
/** Grace's posts that do not show. */
let hidden: string[]
let answered: string

beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  const admin = await newAdmin(w)
  grace = await farmer(w)
  joan = await farmer(w)
  okello = await approvedExpert(w, admin)
  others = [
    { name: 'another farmer', person: joan },
    { name: 'an expert who waits', person: await expert(w) },
    { name: 'an admin', person: admin },
  ]
  const image = await photo()
  const pending = await pendingPost(w, grace, { content: `${secret} pending`, image })
  const flagged = await pendingPost(w, grace, { content: `${secret} flagged`, title: `${secret} title` })
  await moderate(w, okello, flagged.id, 'flag', { reason: `${secret} reason` })
  const withdrawn = await approvedPost(w, grace, okello, { content: `${secret} withdrawn` })
  await comment(w, okello, withdrawn.id, `${secret} answer`)
  await w.call('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: withdrawn.id } })
  hidden = [pending.id, flagged.id, withdrawn.id]
  answered = (await approvedPost(w, grace, okello)).id
  await comment(w, grace, answered, `${secret} comment that waits`)
})
afterAll(() => w.close())

async function photo(): Promise<string> {
  const bytes = await drawnLeaf({ seed: 5 }).jpeg().toBuffer()
  const value = new Blob([new Uint8Array(bytes)])
  const { body } = await w.call('POST /api/community/photos/', { token: grace.token, form: [{ name: 'image', value }] })
  return body.id
}

const reads = Object.values(contract)
  .flatMap(feature => Object.values<Endpoint>(feature))
  .filter(({ method, path }) => method === 'GET' && !path.includes('{'))

/** What admins watch over moderation with. */
const supervised = ['/api/admin/audit/', '/api/admin/flagged/']

describe("another's unapproved post", () => {
  it('is in no answer of any call that reads, nor in its headers, whatever is asked', async () => {
    const queries = [{}, { search: secret }, { status: 'pending' }, { status: 'flagged' }, { status: 'withdrawn' }]
    for (const { name, person } of others)
      for (const { path } of reads)
        for (const query of queries) {
          const { body, headers } = await w.call(`GET ${path}` as 'GET /api/community/posts/', {
            token: person.token,
            query: { ...query, page_size: 1 },
          })
          const told = `${JSON.stringify(body)} ${[...headers].join()}`
          if (name === 'an admin' && supervised.includes(path)) continue
          expect([path, told.includes(secret), hidden.some(id => told.includes(id))]).toEqual([path, false, false])
        }
  })

  it('is not there by its id, to read, comment on, change or moderate', async () => {
    for (const { person } of others)
      for (const id of hidden) {
        const missing = await show(w, person, '00000000-0000-4000-8000-000000000000')
        const answer = await show(w, person, id)
        expect([answer.status, answer.body]).toEqual([404, missing.body])
        const sent = { token: person.token, params: { id }, body: { content: 'Hello', action: 'approve' } }
        const tries = [
          await w.call('POST /api/community/responses/{id}/', sent),
          await w.call('PUT /api/community/posts/{id}/', sent),
          await w.call('DELETE /api/community/posts/{id}/', { token: person.token, params: { id } }),
          await w.call('PUT /api/community/posts/moderate/{id}/', sent),
          await w.call('GET /api/community/responses/moderate/{id}/', { token: person.token, params: { id } }),
        ]
        for (const { status, body } of tries) {
          expect([400, 403, 404]).toContain(status)
          expect(JSON.stringify(body)).not.toContain(secret)
        }
      }
  })

  it('moves no figure, count or link that others see', async () => {
    const seen = async () => {
      const list = await w.call('GET /api/community/posts/', { token: joan.token, query: { page_size: 1 } })
      const board = await w.call('GET /api/community/stats/', { token: joan.token })
      return [list.body, list.headers.get('link'), board.body, (await newsOf(w, joan)).count]
    }
    const before = await seen()
    const more = await pendingPost(w, grace, { content: `${secret} one more` })
    expect(await seen()).toEqual(before)
    await moderate(w, okello, more.id, 'flag')
    expect(await seen()).toEqual(before)
  })

  it('gives its photo to nobody else: not as a photo of theirs, nor under a link they can make', async () => {
    const own = (await show(w, grace, hidden[0] ?? '')).body.image
    expect((await fetch(own)).status).toBe(200)
    const forged = new URL(own)
    forged.searchParams.set('signature', 'x'.repeat(43))
    expect((await fetch(forged)).status).toBe(403)
    const image = await photo()
    const stolen = await w.call('POST /api/community/posts/', {
      token: joan.token,
      body: { title: 'Mine', content: 'Mine', crop_type: 'RICE', disease_type: 'none', urgency_level: 'low', image },
    })
    expect([stolen.status, stolen.body.errors]).toMatchObject([400, [{ field: 'image' }]])
  })
})

it("another's comment that waits shows to nobody but experts", async () => {
  for (const { person } of others) expect(JSON.stringify((await show(w, person, answered)).body)).not.toContain(secret)
  expect(JSON.stringify((await show(w, grace, answered)).body)).toContain(secret)
})

it('an approved expert sees all but what was withdrawn', async () => {
  expect((await Promise.all(hidden.map(id => show(w, okello, id)))).map(({ status }) => status)).toEqual([
    200, 200, 404,
  ])
})
