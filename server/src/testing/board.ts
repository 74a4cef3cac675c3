import { sql } from 'kysely'
import type { Person } from './people.ts'
import type { Answered, World } from './world.ts'

let written = 0
/** Writes of a test follow each other, though its clock stands still by itself. */
const later = (w: World) => w.clock.advance(1)

/** What a farmer asks, different each time. */
export const question = (changes: Record<string, unknown> = {}) => ({
  title: `Spots on my maize ${++written}`,
  content: 'Brown powder comes off on the finger. What is it?',
  crop_type: 'MAIZE',
  disease_type: 'common_rust',
  urgency_level: 'medium',
  ...changes,
})

export const ask = (w: World, { token }: Person, changes: Record<string, unknown> = {}): Promise<Answered> => {
  later(w)
  return w.call('POST /api/community/posts/', { token, body: question(changes) })
}

export async function pendingPost(w: World, farmer: Person, changes: Record<string, unknown> = {}) {
  const { status, body } = await ask(w, farmer, changes)
  if (status !== 201) throw new Error(`the post answered ${JSON.stringify(body)}`)
  return body as { id: string; title: string; version: number; created_at: string }
}

export const moderate = (w: World, { token }: Person, id: string, action: string, more: object = {}) => {
  later(w)
  return w.call('PUT /api/community/posts/moderate/{id}/', { token, params: { id }, body: { action, ...more } })
}

export async function approvedPost(w: World, farmer: Person, expert: Person, changes: Record<string, unknown> = {}) {
  const post = await pendingPost(w, farmer, changes)
  const { status, body } = await moderate(w, expert, post.id, 'approve')
  if (status !== 200) throw new Error(`the approval answered ${JSON.stringify(body)}`)
  return post
}

export const comment = (w: World, { token }: Person, id: string, content: unknown = `Try this ${++written}`) => {
  later(w)
  return w.call('POST /api/community/responses/{id}/', { token, params: { id }, body: { content } })
}

export async function pendingComment(w: World, by: Person, postId: string, content?: string) {
  const { status, body } = await comment(w, by, postId, content)
  if (status !== 201) throw new Error(`the comment answered ${JSON.stringify(body)}`)
  return body as { id: string; content: string }
}

export const judge = (w: World, { token }: Person, postId: string, body: object) => {
  later(w)
  return w.call('PUT /api/community/responses/moderate/{id}/', { token, params: { id: postId }, body })
}

export const rule = (w: World, { token }: Person, id: string, body: object) => {
  later(w)
  return w.call('PUT /api/admin/flagged/{id}/', { token, params: { id }, body })
}

/** Its time in the job queue is the database's, which no test moves: the letter about a flag or a ruling is made due instead. */
export async function letFlagLetterGo(w: World, post: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where payload->>'post' = ${post}`.execute(w.app.db)
  await w.runJobs()
}

export const show = (w: World, { token }: Person, id: string) =>
  w.call('GET /api/community/posts/{id}/', { token, params: { id } })

export async function pointsOf(w: World, { token }: Person): Promise<number> {
  return (await w.call('GET /api/auth/me', { token })).body.points
}

export async function newsOf(w: World, { token }: Person, language = 'en') {
  const { body } = await w.call('GET /api/notifications/', {
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
