import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvedPost, comment, judge, pendingComment, pendingPost } from '../testing/board.ts'
import { drawnLeaf, upload } from '../testing/drawings.ts'
import { expert, farmer, type Person, several } from '../testing/people.ts'
import { statementsOf } from '../testing/statements.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let okello: Person
let farmers: Person[]
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  okello = await expert(w)
  farmers = await several(5, () => farmer(w))
})
afterAll(() => w.close())

/** Posts of different farmers with a photo, an analysis, comments of both kinds and an expert's reply. */
async function fill(posts: number): Promise<string> {
  let last = ''
  for (let i = 0; i < posts; i++) {
    const [owner, other] = [farmers[i % 5] ?? okello, farmers[(i + 1) % 5] ?? okello]
    const leaf = await drawnLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    const analysis = (await upload(w, owner.token, leaf)).body
    const post = await approvedPost(w, owner, okello, { image: analysis.id, rust_detection: analysis.id })
    const { id } = await pendingComment(w, other, post.id)
    await judge(w, okello, post.id, { response_id: id, action: 'approve', expert_comment: 'Right' })
    await comment(w, okello, post.id)
    await pendingPost(w, owner)
    last = post.id
  }
  return last
}

it('no call asks the database more for many rows than for few', async () => {
  const [owner] = farmers
  if (!owner) throw new Error('no farmer')
  const get = (person: Person, path: `GET /${string}`) => () => w.call(path, { token: person.token })
  const lists = (post: string) => ({
    approved: get(owner, 'GET /api/community/posts/?page_size=200'),
    searched: get(owner, 'GET /api/community/posts/?page_size=200&search=spots'),
    own: get(owner, 'GET /api/community/posts/mine/?page_size=200'),
    all: get(okello, 'GET /api/community/posts/all/?page_size=200'),
    queue: get(okello, 'GET /api/community/posts/all/?page_size=200&ordering=queue&status=pending'),
    one: get(okello, `GET /api/community/posts/${post}/`),
    comments: get(okello, `GET /api/community/responses/moderate/${post}/`),
    board: get(owner, 'GET /api/community/stats/'),
    notifications: get(owner, 'GET /api/notifications/?page_size=200'),
    dashboard: get(owner, 'GET /api/dashboard/stats/'),
  })
  const countAll = async (post: string) => {
    const counted: Record<string, number> = {}
    for (const [name, ask] of Object.entries(lists(post))) counted[name] = await statementsOf(ask)
    return counted
  }
  const few = await countAll(await fill(1))
  const post = await fill(10)
  for (let i = 0; i < 12; i++) await comment(w, okello, post)
  const many = await countAll(post)
  expect(many).toEqual(few)
  for (const statements of Object.values(many)) {
    expect(statements).toBeGreaterThan(1)
    expect(statements).toBeLessThanOrEqual(7)
  }
})
