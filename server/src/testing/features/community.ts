import { sql } from 'kysely'
import type { TestResponse, TestServer } from '../server/test-server.ts'
import type { TestUser } from '../server/test-users.ts'

let postCount = 0
/** Advances the manual clock, so that writes of a test have distinct times. */
const advanceClock = (server: TestServer) => server.clock.advance(1)

/** Returns the body of a new post, with a unique title. */
export const postBody = (overrides: Record<string, unknown> = {}) => ({
  title: `Spots on my maize ${++postCount}`,
  content: 'Brown powder comes off on the finger. What is it?',
  crop_type: 'MAIZE',
  disease_type: 'common_rust',
  urgency_level: 'medium',
  ...overrides,
})

export const createPost = (
  server: TestServer,
  { token }: TestUser,
  overrides: Record<string, unknown> = {},
): Promise<TestResponse> => {
  advanceClock(server)
  return server.request('POST /api/community/posts/', { token, body: postBody(overrides) })
}

export async function createPendingPost(server: TestServer, farmer: TestUser, overrides: Record<string, unknown> = {}) {
  const { status, body } = await createPost(server, farmer, overrides)
  if (status !== 201) throw new Error(`the post answered ${JSON.stringify(body)}`)
  return body as { id: string; title: string; version: number; created_at: string }
}

export const moderatePost = (
  server: TestServer,
  { token }: TestUser,
  id: string,
  action: string,
  extraFields: object = {},
) => {
  advanceClock(server)
  return server.request('PUT /api/community/posts/moderate/{id}/', {
    token,
    params: { id },
    body: { action, ...extraFields },
  })
}

export async function createApprovedPost(
  server: TestServer,
  farmer: TestUser,
  expert: TestUser,
  overrides: Record<string, unknown> = {},
) {
  const post = await createPendingPost(server, farmer, overrides)
  const { status, body } = await moderatePost(server, expert, post.id, 'approve')
  if (status !== 200) throw new Error(`the approval answered ${JSON.stringify(body)}`)
  return post
}

export const createComment = (
  server: TestServer,
  { token }: TestUser,
  id: string,
  content: unknown = `Try this ${++postCount}`,
) => {
  advanceClock(server)
  return server.request('POST /api/community/responses/{id}/', { token, params: { id }, body: { content } })
}

export async function createPendingComment(server: TestServer, author: TestUser, postId: string, content?: string) {
  const { status, body } = await createComment(server, author, postId, content)
  if (status !== 201) throw new Error(`the comment answered ${JSON.stringify(body)}`)
  return body as { id: string; content: string }
}

export const moderateComment = (server: TestServer, { token }: TestUser, postId: string, body: object) => {
  advanceClock(server)
  return server.request('PUT /api/community/responses/moderate/{id}/', { token, params: { id: postId }, body })
}

export const resolveFlag = (server: TestServer, { token }: TestUser, id: string, body: object) => {
  advanceClock(server)
  return server.request('PUT /api/admin/flagged/{id}/', { token, params: { id }, body })
}

/** Undoes the caller's last move on a post. */
export const undoPostMove = (server: TestServer, { token }: TestUser, id: string) => {
  advanceClock(server)
  return server.request('PUT /api/community/posts/{id}/undo/', { token, params: { id } })
}

/** Makes the last move on a post or comment older. Its time is of the database's clock, which tests cannot move. */
export async function ageLastMove(server: TestServer, subject: string, seconds: number): Promise<void> {
  await sql`
    update moderation_moves set moved_at = moved_at - make_interval(secs => ${seconds})
    where subject_id = ${subject}::uuid`.execute(server.app.db)
}

/** Sends the emails and pushes now that wait until a move can no longer be undone. */
export async function sendHeldMessagesNow(server: TestServer): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where key like 'held:%'`.execute(server.app.db)
  await server.runJobs()
}

/**
 * Runs the delayed email about a flag now. The job queue uses the database's clock, which tests cannot move, so the
 * job's time is changed instead.
 */
export async function sendFlagEmailNow(server: TestServer, post: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where payload->>'post' = ${post}`.execute(
    server.app.db,
  )
  await server.runJobs()
}

export const getPost = (server: TestServer, { token }: TestUser, id: string) =>
  server.request('GET /api/community/posts/{id}/', { token, params: { id } })

export async function getPoints(server: TestServer, { token }: TestUser): Promise<number> {
  return (await server.request('GET /api/auth/me', { token })).body.points
}

export async function fetchNotifications(server: TestServer, { token }: TestUser, language = 'en') {
  const { body } = await server.request('GET /api/notifications/', {
    token,
    query: { page_size: 100 },
    headers: { 'accept-language': language },
  })
  return body as {
    count: number
    unread: number
    results: {
      id: string
      type: string
      message: string
      read: boolean
      subject: { type: string; id: string } | null
    }[]
  }
}
