import { afterAll, beforeAll, expect, it } from 'vitest'
import { countStatements } from '../../testing/database/count-statements.ts'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  createPendingPost,
  moderateComment,
} from '../../testing/features/community.ts'
import { drawLeaf, uploadPhoto } from '../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createSeveral, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let okello: TestUser
let farmers: TestUser[]
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  okello = await signUpExpert(server)
  farmers = await createSeveral(5, () => signUpFarmer(server))
})
afterAll(() => server.close())

/** Posts of different farmers with a photo, an analysis, comments of both kinds and an expert's reply. */
async function fill(posts: number): Promise<string> {
  let last = ''
  for (let i = 0; i < posts; i++) {
    const [owner, other] = [farmers[i % 5] ?? okello, farmers[(i + 1) % 5] ?? okello]
    const leaf = await drawLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    const analysis = (await uploadPhoto(server, owner.token, leaf)).body
    const post = await createApprovedPost(server, owner, okello, { image: analysis.id, rust_detection: analysis.id })
    const { id } = await createPendingComment(server, other, post.id)
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve', expert_comment: 'Right' })
    await createComment(server, okello, post.id)
    await createPendingPost(server, owner)
    last = post.id
  }
  return last
}

it('no request runs more statements for many rows than for few', async () => {
  const [owner] = farmers
  if (!owner) throw new Error('no farmer')
  const get = (person: TestUser, path: `GET /${string}`) => () => server.request(path, { token: person.token })
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
    const statementCounts: Record<string, number> = {}
    for (const [name, send] of Object.entries(lists(post))) statementCounts[name] = await countStatements(send)
    return statementCounts
  }
  const few = await countAll(await fill(1))
  const post = await fill(10)
  for (let i = 0; i < 12; i++) await createComment(server, okello, post)
  const many = await countAll(post)
  expect(many).toEqual(few)
  for (const statements of Object.values(many)) {
    expect(statements).toBeGreaterThan(1)
    expect(statements).toBeLessThanOrEqual(7)
  }
})
