import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApprovedPost, createComment, createPendingComment } from '../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
let post: string
let other: string
let byFarmer: string
let byExpert: string
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
  post = (await createApprovedPost(server, grace, okello)).id
  other = (await createApprovedPost(server, grace, okello)).id
  byFarmer = (await createPendingComment(server, grace, post)).id
  byExpert = (await createComment(server, okello, post)).body.id
})
afterAll(() => server.close())

const attempts: Record<string, () => RawBuilder<unknown>> = {
  'a post with an unknown status': () => sql`update posts set status = 'gone' where id = ${post}`,
  'a reason without a flag': () => sql`update posts set flag_reason = 'x' where id = ${post}`,
  'a hidden post without a decision': () =>
    sql`update posts set status = 'hidden', hidden_reason = 'x' where id = ${post}`,
  'a hidden comment without a reason': () =>
    sql`update responses set status = 'hidden', decided_at = now() where id = ${byFarmer}`,
  'a comment with flagged_from but no flag': () =>
    sql`update responses set flagged_from = 'approved' where id = ${byFarmer}`,
  'a post without a title': () => sql`update posts set title = '' where id = ${post}`,
  'a post of more than 5000 characters': () => sql`update posts set content = repeat('x', 5001) where id = ${post}`,
  'the same post twice': () => sql`
    update posts set fingerprint = (select fingerprint from posts where id = ${other}) where id = ${post}`,
  'a deleted comment': () => sql`delete from responses where id = ${byFarmer}`,
  'a visible comment without its time': () => sql`update responses set status = 'approved' where id = ${byFarmer}`,
  'a reply by a farmer': () => sql`update responses set reply_to = ${byExpert} where id = ${byFarmer}`,
  'a reply to a comment on another post': () => sql`
    insert into responses (post_id, author_id, author_role, reply_to, content, status, fingerprint, created_at)
    values (${other}, ${okello.id}, 'expert', ${byFarmer}, 'x', 'pending', 'x', now())`,
  'points awarded twice': () => entry(1, 5),
  'more points than the event is worth': () => entry(2, 50),
  'points revoked before they are awarded': () => entry(2, 5),
  'a deleted ledger entry': () => sql`delete from point_entries where subject_id = ${post}`,
  'a changed ledger entry': () => sql`update point_entries set points = 5 where subject_id = ${post}`,
}
const entry = (nth: number, points: number) => sql`
  insert into point_entries (user_id, reason, subject_id, nth, points, at)
  values (${grace.id}, 'post_approved', ${post}, ${nth}, ${points}, now())`

it.each(Object.keys(attempts))('the database rejects %s', async what => {
  const attempt = attempts[what]
  if (!attempt) throw new Error('no such attempt')
  await expect(attempt().execute(server.app.db)).rejects.toThrow(/violates|only ever added/)
})
