import { community } from '@kutu/contract/community/community'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  getPost,
  moderateComment,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { collectExportData } from '../../settings/export/export-data.ts'
import { eraseUnpublished } from '../personal-data.ts'

const minutes = (count: number) => count * 60_000

let server: TestServer
let grace: TestUser
let okello: TestUser
let wanjiru: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
beforeEach(async () => {
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
  wanjiru = await signUpExpert(server)
})
afterAll(() => server.close())

const edit = ({ token }: TestUser, id: string, content: unknown) =>
  server.request('PUT /api/community/responses/edit/{id}/', { token, params: { id }, body: { content } })
const readVersions = async ({ token }: TestUser, id: string, query = {}) =>
  server.request('GET /api/community/responses/versions/{id}/', { token, params: { id }, query })
const listVersions = async (reader: TestUser, id: string) =>
  community.listResponseVersions.reply
    .parse((await readVersions(reader, id)).body)
    .results.map(({ content }) => content)

async function createAnswer() {
  const post = await createApprovedPost(server, grace, okello)
  const { body } = await createComment(server, okello, post.id, 'Spray 10 ml.')
  return { postId: post.id, answerId: community.createResponse.reply.parse(body).id }
}

describe('an answer', () => {
  it('is changed by its author within an hour, and everybody can read the earlier texts', async () => {
    const { postId, answerId } = await createAnswer()
    server.clock.advance(minutes(1))
    const { status, body } = await edit(okello, answerId, 'Spray 1 ml.')
    expect([status, body]).toMatchObject([200, { content: 'Spray 1 ml.', edited_at: server.clock.now().toISOString() }])
    server.clock.advance(minutes(1))
    await edit(okello, answerId, 'Do not spray.')
    const shown = community.showPost.reply.parse((await getPost(server, grace, postId)).body).expert_comments[0]
    expect(shown).toMatchObject({ content: 'Do not spray.', edited_at: server.clock.now().toISOString() })
    expect(await listVersions(grace, answerId)).toEqual(['Spray 1 ml.', 'Spray 10 ml.'])
    const page = await readVersions(grace, answerId, { page: 2, page_size: 1 })
    expect(page.body).toMatchObject({ count: 2, next: null, results: [{ content: 'Spray 10 ml.' }] })
  })

  it('keeps one version of a change that is sent twice, and of two at the same time both', async () => {
    const { answerId } = await createAnswer()
    await edit(okello, answerId, 'Spray 1 ml.')
    await edit(okello, answerId, 'Spray 1 ml.')
    expect(await listVersions(okello, answerId)).toEqual(['Spray 10 ml.'])
    const results = await Promise.all(['First', 'Second'].map(text => edit(okello, answerId, text)))
    expect(results.map(({ status }) => status)).toEqual([200, 200])
    expect(await listVersions(okello, answerId)).toHaveLength(3)
  })

  it('stays as it is after an hour', async () => {
    const { answerId } = await createAnswer()
    server.clock.advance(minutes(60) + 1)
    const author = await signIn(server, okello.email)
    const { status, body } = await edit(author, answerId, 'Too late')
    expect([status, body.error]).toEqual([409, 'edit_time_over'])
    expect(await listVersions(author, answerId)).toEqual([])
  })

  it('is changed by nobody else, and not after it was taken down', async () => {
    const { postId, answerId } = await createAnswer()
    expect((await edit(wanjiru, answerId, 'Mine now')).status).toBe(404)
    expect((await edit(grace, answerId, 'Mine now')).status).toBe(403)
    await edit(okello, answerId, 'Spray 1 ml.')
    await moderateComment(server, wanjiru, postId, { response_id: answerId, action: 'flag', reason: 'Wrong dose' })
    expect((await edit(okello, answerId, 'Again')).body.error).toBe('already_decided')
    // Its earlier texts are hidden with it.
    expect((await readVersions(grace, answerId)).status).toBe(404)
    expect(await listVersions(wanjiru, answerId)).toEqual(['Spray 10 ml.'])
  })

  it('of a farmer cannot be changed, because an expert approved what it says', async () => {
    const { postId } = await createAnswer()
    const { id } = await createPendingComment(server, grace, postId)
    expect((await edit(grace, id, 'Other words')).status).toBe(403)
  })

  it.each(['', 'x'.repeat(2001), undefined])('is not changed to %j', async content => {
    const { answerId } = await createAnswer()
    expect((await edit(okello, answerId, content)).status).toBe(400)
  })

  it('is in the export of its author with its earlier texts, which an erasure deletes', async () => {
    const { answerId } = await createAnswer()
    await edit(okello, answerId, 'Spray 1 ml.')
    const { textFiles } = await collectExportData(server.app.db, okello.id)
    expect(JSON.parse(textFiles.get('comment-versions.json') ?? '')).toMatchObject([
      { comment_id: answerId, content: 'Spray 10 ml.' },
    ])
    await withTransaction(server.app, tx => eraseUnpublished(tx, okello.id, server.clock.now()))
    expect(await listVersions(grace, answerId)).toEqual([])
  })

  it('does not become the same as another answer of its author there', async () => {
    const { postId, answerId } = await createAnswer()
    await createComment(server, okello, postId, 'Burn it.')
    expect((await edit(okello, answerId, 'burn  IT.')).body.error).toBe('duplicate_response')
    expect(await listVersions(okello, answerId)).toEqual([])
  })
})
