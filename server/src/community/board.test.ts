import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvedPost, moderate, pendingPost } from '../testing/board.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let joan: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
  joan = await farmer(w)
  okello = await expert(w)
})
afterAll(() => w.close())

const figureOf = async ({ token }: Person): Promise<number> =>
  (await w.call('GET /api/dashboard/stats/', { token })).body.communityPostsRust

it('the dashboard counts posts about a disease: a farmer’s own, for an expert those on the board', async () => {
  const figures = async () => [await figureOf(grace), await figureOf(joan), await figureOf(okello)]
  expect(await figures()).toEqual([0, 0, 0])
  const waiting = await pendingPost(w, grace, { disease_type: 'common_rust' })
  await approvedPost(w, grace, okello, { disease_type: 'none' })
  const shown = await approvedPost(w, grace, okello, { disease_type: 'leaf_blust' })
  await approvedPost(w, joan, okello, { disease_type: 'gray_leaf_spot' })
  expect(await figures()).toEqual([2, 1, 2])
  await moderate(w, okello, waiting.id, 'approve')
  expect(await figures()).toEqual([2, 1, 3])
  await w.call('DELETE /api/community/posts/{id}/', { token: grace.token, params: { id: shown.id } })
  expect(await figures()).toEqual([1, 1, 2])
})

it('the API page tells of the way to the next page of a plain array', async () => {
  const { paths } = (await w.call('GET /api/openapi.json')).body
  const [list, paged] = [paths['/api/community/posts/'].get, paths['/api/community/posts/all/'].get]
  expect(list.responses['200'].headers.Link.description).toMatch(/rel="next"/)
  expect(paged.responses['200'].headers).toBeUndefined()
  expect(list.parameters.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['page', 'page_size', 'crop_type', 'disease_type', 'urgency_level', 'search']),
  )
})
