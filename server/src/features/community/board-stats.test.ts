import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApprovedPost, createPendingPost, moderatePost } from '../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'
import { countPlatform } from '../dashboard/platform-figures.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const getFigure = async ({ token }: TestUser): Promise<number> =>
  (await server.request('GET /api/dashboard/stats/', { token })).body.communityPostsRust

it('the dashboard counts posts about a disease: a farmer’s own posts for a farmer, the approved posts for an expert', async () => {
  const figures = async () => {
    await countPlatform(server.app)
    return [await getFigure(grace), await getFigure(joan), await getFigure(okello)]
  }
  expect(await figures()).toEqual([0, 0, 0])
  const waiting = await createPendingPost(server, grace, { disease_type: 'common_rust' })
  await createApprovedPost(server, grace, okello, { disease_type: 'none' })
  const shown = await createApprovedPost(server, grace, okello, { disease_type: 'leaf_blust' })
  await createApprovedPost(server, joan, okello, { disease_type: 'gray_leaf_spot' })
  expect(await figures()).toEqual([2, 1, 2])
  await moderatePost(server, okello, waiting.id, 'approve')
  expect(await figures()).toEqual([2, 1, 3])
  await server.request('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: shown.id } })
  expect(await figures()).toEqual([1, 1, 2])
})

it('the API documentation describes the Link header of lists that return a plain array', async () => {
  const { paths } = (await server.request('GET /api/openapi.json')).body
  const [list, paged] = [paths['/api/community/posts/'].get, paths['/api/community/posts/all/'].get]
  expect(list.responses['200'].headers.Link.description).toMatch(/rel="next"/)
  expect(paged.responses['200'].headers).toBeUndefined()
  expect(list.parameters.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['page', 'page_size', 'crop_type', 'disease_type', 'urgency_level', 'search']),
  )
})
