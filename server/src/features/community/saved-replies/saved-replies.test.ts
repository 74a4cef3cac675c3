import { findCard } from '@kutu/advice/cards/all-cards'
import { savedReplies } from '@kutu/contract/community/saved-replies'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let okello: TestUser
let wanjiru: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  okello = await signUpExpert(server)
  wanjiru = await signUpExpert(server)
})
afterAll(() => server.close())

const reply = { title: 'Rust', content: 'Remove the sick leaves.', article: 'maize-common-rust', is_shared: false }
const save = async ({ token }: TestUser, body: object = reply) =>
  server.request('POST /api/community/saved-replies/', { token, body })
const list = async ({ token }: TestUser, query = {}) => {
  const { body } = await server.request('GET /api/community/saved-replies/', {
    token,
    query: { page_size: 200, ...query },
  })
  return savedReplies.listSavedReplies.reply.parse(body)
}
const listTitles = async (expert: TestUser) => (await list(expert)).results.map(({ title }) => title)

describe('a saved reply', () => {
  it('is read by its author only until it is shared; own ones come first', async () => {
    const { status, body } = await save(okello)
    expect([status, body]).toMatchObject([201, { ...reply, author: { id: okello.id } }])
    await save(wanjiru, { ...reply, title: 'Weeds' })
    expect([await listTitles(okello), await listTitles(wanjiru)]).toEqual([['Rust'], ['Weeds']])

    const { id } = savedReplies.createSavedReply.reply.parse(body)
    const update = { token: okello.token, params: { id }, body: { ...reply, title: 'Common rust', is_shared: true } }
    expect((await server.request('PUT /api/community/saved-replies/{id}/', update)).status).toBe(200)
    expect(await listTitles(wanjiru)).toEqual(['Weeds', 'Common rust'])
    expect((await list(wanjiru)).count).toBe(2)
  })

  it('is changed and deleted by its author only', async () => {
    const { body } = await save(okello, { ...reply, title: 'Shared', is_shared: true })
    const { id } = savedReplies.createSavedReply.reply.parse(body)
    const params = { id }
    const change = { token: wanjiru.token, params, body: reply }
    expect((await server.request('PUT /api/community/saved-replies/{id}/', change)).status).toBe(404)
    const remove = ({ token }: TestUser) =>
      server.request('DELETE /api/community/saved-replies/{id}/', { token, params })
    expect((await remove(wanjiru)).status).toBe(404)
    expect((await remove(okello)).status).toBe(204)
    expect(await listTitles(wanjiru)).not.toContain('Shared')
  })

  it('needs a title, a text and a well-formed article', async () => {
    for (const [field, value] of [
      ['title', ' '],
      ['title', 'x'.repeat(81)],
      ['content', ''],
      ['article', '../etc'],
    ] as const) {
      const { status, body } = await save(okello, { ...reply, [field]: value })
      expect([status, body], field).toMatchObject([400, { errors: [{ field }] }])
    }
  })

  it('is one of at most 100, also when they are saved at the same time', async () => {
    const amina = await signUpExpert(server)
    const results = await Promise.all(
      Array.from({ length: 103 }, (_, number) => save(amina, { ...reply, title: `Reply ${number}` })),
    )
    expect(results.filter(({ status }) => status === 201)).toHaveLength(100)
    expect(results.find(({ status }) => status !== 201)?.body).toMatchObject({ error: 'too_many_saved_replies' })
    expect((await list(amina)).results.filter(({ author }) => author.id === amina.id)).toHaveLength(100)
  })
})

describe('the starter replies', () => {
  const addStarters = async ({ token }: TestUser, language = 'sw') =>
    server.request('POST /api/community/saved-replies/starters/', { token, body: { language } })

  it('are one for each disease, in the words of its advice, for an expert who has none', async () => {
    const expert = await signUpExpert(server)
    const { status, body } = await addStarters(expert)
    expect([status, body.added]).toEqual([
      201,
      (await list(expert)).results.filter(({ author }) => author.id === expert.id).length,
    ])
    const card = findCard('maize-common-rust')
    const rust = (await list(expert)).results.find(({ article }) => article === card?.id)
    expect(rust?.title).toBe(card?.title.sw)
    expect(rust?.content.startsWith(`${card?.message.text.sw}\n\n- `)).toBe(true)
    expect((await list(expert)).results.some(({ content }) => content.includes('mtaalamu picha zako'))).toBe(false)
    expect((await addStarters(expert, 'en')).body).toEqual({ added: 0 })
    // Those about the crop of a post first.
    const own = (await list(expert, { crop: 'WHEAT' })).results.filter(({ author }) => author.id === expert.id)
    expect((await list(expert)).results.filter(({ author }) => author.id === expert.id)).not.toEqual(own)
    const isOfWheat = own.map(({ article }) => String(article).startsWith('wheat-'))
    expect(isOfWheat.lastIndexOf(true)).toBe(isOfWheat.filter(Boolean).length - 1)
    expect(isOfWheat.filter(Boolean).length).toBeGreaterThan(2)
  })

  it.each(['en', 'sw', 'lg'])('can be changed and saved again in %s', async language => {
    const expert = await signUpExpert(server)
    await addStarters(expert, language)
    for (const { author, ...starter } of (await list(expert)).results)
      if (author.id === expert.id) expect(savedReplies.createSavedReply.body.safeParse(starter).success).toBe(true)
  })
})
