import { consultations } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  moderateComment,
} from '../../../testing/features/community.ts'
import { createFreeSlot, createPendingBooking, hoursFromNow } from '../../../testing/features/consultations.ts'
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
let grace: TestUser
let okello: TestUser
let wanjiru: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
  grace = await signUpFarmer(server)
  okello = await signUpApprovedExpert(server, admin)
  wanjiru = await signUpApprovedExpert(server, admin)
})
afterAll(() => server.close())

const show = (caller: TestUser, id: string) =>
  server.request('GET /api/consultations/experts/{id}/', { token: caller.token, params: { id } })

const getProfile = async (caller: TestUser, { id }: TestUser) =>
  consultations.showExpert.reply.parse((await show(caller, id)).body)

const getAnswers = async (expert: TestUser) => {
  const { answers, endorsed } = (await getProfile(grace, expert)).help
  return { answers, endorsed }
}

describe('the profile of an expert', () => {
  it('shows farmers, experts and administrators what the expert published, and the next free slots', async () => {
    const free = await createFreeSlot(server, okello, hoursFromNow(server, 30))
    await createPendingBooking(server, grace, okello)
    const earlier = await createFreeSlot(server, okello, hoursFromNow(server, 26))
    for (const caller of [grace, wanjiru, admin, okello]) {
      const profile = await getProfile(caller, okello)
      expect(profile.user).toEqual({ id: okello.id, username: okello.username })
      expect(profile.free_slots.map(({ id, state }) => [id, state])).toEqual([
        [earlier.id, 'available'],
        [free.id, 'available'],
      ])
    }
    const { body } = await show(grace, okello.id)
    expect(JSON.stringify(body)).not.toContain(okello.email)
    expect(Object.keys(body)).not.toContain('social_links')
  })

  it('is not there for farmers and administrators, experts who wait, and others than the expert', async () => {
    const waiting = await signUpExpert(server)
    expect((await show(waiting, waiting.id)).status).toBe(200)
    for (const id of [grace.id, admin.id, waiting.id, '7b0f2c1e-0000-4000-8000-000000000000', 'okello'])
      expect((await show(grace, id)).body.error).toBe('not_found')
  })
})

describe('the answers of an expert', () => {
  it('count while everybody can read them, and as endorsed by another expert', async () => {
    const post = await createApprovedPost(server, grace, wanjiru)
    expect(await getAnswers(okello)).toEqual({ answers: 0, endorsed: 0 })
    const { body } = await createComment(server, okello, post.id)
    await createPendingComment(server, grace, post.id)
    expect(await getAnswers(okello)).toEqual({ answers: 1, endorsed: 0 })
    const move = (expert: TestUser, action: string) =>
      moderateComment(server, expert, post.id, { response_id: body.id, action })
    expect((await move(okello, 'endorse')).body.error).toBe('own_response')
    expect((await move(wanjiru, 'endorse')).body).toMatchObject({ status: 'endorsed', is_endorsed: true })
    expect(await getAnswers(okello)).toEqual({ answers: 1, endorsed: 1 })
    const read = await server.request('GET /api/community/posts/{id}/', { token: grace.token, params: { id: post.id } })
    expect(read.body.expert_comments).toMatchObject([{ id: body.id, is_endorsed: true }])
    await move(wanjiru, 'undo')
    expect(await getAnswers(okello)).toEqual({ answers: 1, endorsed: 0 })
    await move(wanjiru, 'endorse')
    await move(wanjiru, 'flag')
    expect(await getAnswers(okello)).toEqual({ answers: 0, endorsed: 0 })
    await move(wanjiru, 'undo')
    expect(await getAnswers(okello)).toEqual({ answers: 1, endorsed: 1 })
    await server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: post.id } })
    expect(await getAnswers(okello)).toEqual({ answers: 0, endorsed: 0 })
  })

  it('stay right when one expert endorses while the farmer withdraws the post', async () => {
    for (let i = 0; i < 10; i++) {
      const post = await createApprovedPost(server, grace, wanjiru)
      const { body } = await createComment(server, okello, post.id)
      await Promise.all([
        moderateComment(server, wanjiru, post.id, { response_id: body.id, action: 'endorse' }),
        server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: post.id } }),
      ])
      expect(await getAnswers(okello)).toEqual({ answers: 0, endorsed: 0 })
    }
  })
})
