import { rustClass } from '@kutu/contract/common'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPost, moderatePost } from '../../../testing/features/community.ts'
import { listReviewQueue, reviewTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let experts: [TestUser, TestUser]
let unapprovedExpert: TestUser
let amina: TestUser
let seed = 900
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  experts = [await signUpApprovedExpert(server, admin), await signUpApprovedExpert(server, admin)]
  unapprovedExpert = await signUpExpert(server)
})
beforeEach(async () => {
  amina = await signUpFarmer(server)
})
afterAll(() => server.close())

type AnalyzedPhoto = { id: string; rust_class: string; verdict: string }
async function analyzePhoto(): Promise<AnalyzedPhoto> {
  server.clock.advance(1)
  return (await uploadPhoto(server, amina.token, await drawLeaf({ seed: ++seed }).jpeg().toBuffer())).body
}

/** Creates an analysis and a post that shows it. */
async function createPostWithAnalysis() {
  const analysis = await analyzePhoto()
  const { body } = await createPost(server, amina, { image: analysis.id, rust_detection: analysis.id })
  return { analysis, post: body as { id: string } }
}

const report = ({ token }: TestUser, id: string, label?: string) => {
  server.clock.advance(1)
  const body = label === undefined ? {} : { label }
  return server.request('POST /analysis/rust-detection/{id}/report/', { token, params: { id }, body })
}
const otherClassThan = ({ rust_class }: AnalyzedPhoto) =>
  rustClass.options.find(each => each !== rust_class) ?? 'healthy'
const getState = (id: string) =>
  server.app.db
    .selectFrom('training_images')
    .select(['state', 'reason', 'label', 'duplicate_of'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const listVotes = async (id: string) =>
  (await server.app.db.selectFrom('training_votes').selectAll().where('image_id', '=', id).orderBy('at').execute()).map(
    ({ expert_id, kind, label }) => [expert_id, kind, label],
  )

describe('an expert who reads a post with an analysis', () => {
  it('labels its photo: a vote, which a second expert’s vote confirms against the model', async () => {
    const { analysis, post } = await createPostWithAnalysis()
    const label = otherClassThan(analysis)
    const [first, second] = experts
    const { status, body } = await report(first, analysis.id, label)
    expect([status, body.label]).toEqual([201, label])
    expect(await listVotes(body.id)).toEqual([[first.id, 'upload', label]])
    await moderatePost(server, first, post.id, 'approve')
    expect((await report(second, analysis.id, label)).status).toBe(201)
    expect(await getState(body.id)).toMatchObject({ state: 'accepted', label, reason: null })
    expect(await listVotes(body.id)).toEqual([
      [first.id, 'upload', label],
      [second.id, 'upload', label],
    ])
  })

  it('decides a farmer’s report with another one: the farmer’s label is no vote, the experts’ are', async () => {
    const { analysis } = await createPostWithAnalysis()
    const { body: reported } = await report(amina, analysis.id, otherClassThan(analysis))
    expect(await getState(reported.id)).toMatchObject({ state: 'waiting', reason: 'reported' })
    const { body } = await report(experts[0], analysis.id, analysis.rust_class)
    expect(await getState(body.id)).toMatchObject({ state: 'duplicate', duplicate_of: reported.id })
    expect(await getState(reported.id)).toMatchObject({ state: 'waiting', reason: null })
    await report(experts[1], analysis.id, analysis.rust_class)
    expect(await getState(reported.id)).toMatchObject({ state: 'accepted', label: analysis.rust_class })
  })

  it('does not get the same photo in the review queue, and can label it only once', async () => {
    const { analysis } = await createPostWithAnalysis()
    const { body: reported } = await report(amina, analysis.id)
    await report(experts[0], analysis.id, otherClassThan(analysis))
    const queuedIds = async (person: TestUser) => (await listReviewQueue(server, person)).map(({ id }) => id)
    expect(await queuedIds(experts[0])).not.toContain(reported.id)
    expect((await report(experts[0], analysis.id, otherClassThan(analysis))).body.error).toBe('duplicate_image')
    expect((await reviewTrainingImage(server, experts[0], reported.id, { action: 'refuse' })).status).toBe(409)
  })

  it('must give a label', async () => {
    const { analysis } = await createPostWithAnalysis()
    const { status, body } = await report(experts[0], analysis.id)
    expect([status, body.error]).toEqual([400, 'label_required'])
  })
})

describe('an analysis of another user', () => {
  it('cannot be reported by a farmer, an unapproved expert or an admin, even if a post shows it', async () => {
    const { analysis, post } = await createPostWithAnalysis()
    await moderatePost(server, experts[0], post.id, 'approve')
    expect((await report(await signUpFarmer(server), analysis.id, 'healthy')).body.error).toBe('not_found')
    expect((await report(unapprovedExpert, analysis.id, 'healthy')).body.error).toBe('not_found')
    expect((await report(admin, analysis.id, 'healthy')).body.error).toBe('forbidden')
  })

  it('cannot be reported by an expert unless a post shows it with its photo', async () => {
    const unposted = await analyzePhoto()
    expect((await report(experts[0], unposted.id, 'healthy')).body.error).toBe('not_found')
    const [linked, shown] = [await analyzePhoto(), await analyzePhoto()]
    await createPost(server, amina, { image: shown.id, rust_detection: linked.id })
    expect((await report(experts[0], linked.id, 'healthy')).body.error).toBe('not_found')
    expect((await report(experts[0], shown.id, 'healthy')).body.error).toBe('not_found')
    const { analysis, post } = await createPostWithAnalysis()
    await server.request('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: post.id } })
    expect((await report(experts[0], analysis.id, 'healthy')).body.error).toBe('not_found')
  })
})
