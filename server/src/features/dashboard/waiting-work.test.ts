import { dashboard } from '@kutu/contract/dashboard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPost,
  createPendingComment,
  createPendingPost,
  moderateComment,
  moderatePost,
} from '../../testing/features/community.ts'
import { createPendingBooking } from '../../testing/features/consultations.ts'
import { chooseCountry, createOpenWarning } from '../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
let acen: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
  acen = await signUpExpert(server)
})
afterAll(() => server.close())

const getWaiting = async ({ token }: TestUser) =>
  dashboard.showWaiting.reply.parse((await server.request('GET /api/dashboard/waiting/', { token })).body)
const listComments = async ({ token }: TestUser, page_size = 20) =>
  (await server.request(`GET /api/community/responses/waiting/?page_size=${page_size}`, { token })).body

describe('the work that waits for an expert', () => {
  it('is counted by kind, and each decision takes one away', async () => {
    expect(await getWaiting(okello)).toEqual({ warnings: 0, posts: 0, comments: 0, bookings: 0, photos: 0 })
    const post = await createPendingPost(server, grace)
    const answered = await createApprovedPost(server, joan, acen, { title: 'Answered' })
    const { id } = await createPendingComment(server, grace, answered.id)
    await createPendingBooking(server, grace, okello)
    expect(await getWaiting(okello)).toEqual({ warnings: 0, posts: 1, comments: 1, bookings: 1, photos: 0 })
    expect(await getWaiting(acen)).toEqual({ warnings: 0, posts: 1, comments: 1, bookings: 0, photos: 0 })
    await moderatePost(server, okello, post.id, 'approve')
    await moderateComment(server, okello, answered.id, { response_id: id, action: 'approve' })
    expect(await getWaiting(okello)).toEqual({ warnings: 0, posts: 0, comments: 0, bookings: 1, photos: 0 })
  })

  it('lists the comments of all posts with the titles, longest waiting first', async () => {
    const posts = [
      await createApprovedPost(server, grace, acen, { title: 'Brown powder' }),
      await createApprovedPost(server, joan, acen, { title: 'Yellow leaves' }),
    ]
    for (const [index, post] of posts.entries())
      await createPendingComment(server, index === 0 ? joan : grace, post.id, `Comment ${index}`)
    const page = await listComments(okello)
    expect(page.count).toBe(2)
    expect(
      page.results.map((each: { post_title: string; content: string }) => [each.post_title, each.content]),
    ).toEqual([
      ['Brown powder', 'Comment 0'],
      ['Yellow leaves', 'Comment 1'],
    ])
    expect((await listComments(okello, 1)).results).toHaveLength(1)
    // The comments of a withdrawn post wait for nobody.
    const params = { id: posts[0]?.id ?? '' }
    await server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params })
    expect((await listComments(okello)).count).toBe(1)
  })

  it('has the open warnings of the country in which the expert decides', async () => {
    await createOpenWarning(server)
    expect((await getWaiting(okello)).warnings).toBe(0)
    await chooseCountry(server, okello, 'UG')
    await chooseCountry(server, acen, 'KE')
    expect((await getWaiting(okello)).warnings).toBe(1)
    expect((await getWaiting(acen)).warnings).toBe(0)
  })

  it('is for approved experts only', async () => {
    for (const { token } of [grace, await createTestAdmin(server)])
      for (const call of ['GET /api/dashboard/waiting/', 'GET /api/community/responses/waiting/'] as const)
        expect((await server.request(call, { token })).status).toBe(403)
  })
})
