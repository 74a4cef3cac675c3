import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvedPost, comment, pendingComment, pendingPost } from '../testing/board.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let okello: Person
let post: string
let other: string
let byFarmer: string
let byExpert: string
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
  okello = await expert(w)
  post = (await approvedPost(w, grace, okello)).id
  other = (await approvedPost(w, grace, okello)).id
  byFarmer = (await pendingComment(w, grace, post)).id
  byExpert = (await comment(w, okello, post)).body.id
})
afterAll(() => w.close())

const attempts: Record<string, () => RawBuilder<unknown>> = {
  'a post of no known state': () => sql`update posts set status = 'gone' where id = ${post}`,
  'a reason without a flag': () => sql`update posts set flag_reason = 'x' where id = ${post}`,
  'a hidden post without a ruling': () =>
    sql`update posts set status = 'hidden', hidden_reason = 'x' where id = ${post}`,
  'a hidden comment without a reason': () =>
    sql`update responses set status = 'hidden', ruled_at = now() where id = ${byFarmer}`,
  'a comment flagged from nowhere': () => sql`update responses set flagged_from = 'approved' where id = ${byFarmer}`,
  'a post without a title': () => sql`update posts set title = '' where id = ${post}`,
  'a post of more than 5000 characters': () => sql`update posts set content = repeat('x', 5001) where id = ${post}`,
  'a post answered by nobody': () => sql`update posts set first_answered_at = now() where id = ${other}`,
  'a post that vanishes': () => sql`delete from posts where id = ${other}`,
  'the same post twice': () => sql`
    update posts set fingerprint = (select fingerprint from posts where id = ${other}) where id = ${post}`,
  'a comment that vanishes': () => sql`delete from responses where id = ${byFarmer}`,
  'a comment that shows since never': () => sql`update responses set status = 'approved' where id = ${byFarmer}`,
  'an endorsed expert': () => sql`update responses set status = 'endorsed' where id = ${byExpert}`,
  'a farmer who replies as experts do': () => sql`update responses set reply_to = ${byExpert} where id = ${byFarmer}`,
  'a reply to a comment on another post': () => sql`
    insert into responses (post_id, author_id, author_role, reply_to, content, status, fingerprint, created_at)
    values (${other}, ${okello.id}, 'expert', ${byFarmer}, 'x', 'pending', 'x', now())`,
  'points given twice': () => entry(1, 5),
  'more points than the act is worth': () => entry(2, 50),
  'points taken before they are given': () => entry(2, 5),
  'a ledger that forgets': () => sql`delete from point_entries where subject_id = ${post}`,
  'a ledger that is mended': () => sql`update point_entries set points = 5 where subject_id = ${post}`,
  'a tally below nothing': () => sql`update post_tallies set count = -1`,
}
const entry = (nth: number, points: number) => sql`
  insert into point_entries (user_id, reason, subject_id, nth, points, at)
  values (${grace.id}, 'post_approved', ${post}, ${nth}, ${points}, now())`

it.each(Object.keys(attempts))('%s cannot be', async what => {
  const attempt = attempts[what]
  if (!attempt) throw new Error('no such attempt')
  await expect(attempt().execute(w.app.db)).rejects.toThrow(/violates|never deleted|only ever added/)
})

it('many posts changed at once are tallied as one by one', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(async () => (await pendingPost(w, grace, { crop_type: 'BEANS' })).id))
  const tallies = async () => {
    const rows = await w.app.db.selectFrom('post_tallies').selectAll().where('crop_type', '=', 'BEANS').execute()
    return rows
      .filter(({ count }) => count > 0)
      .map(({ status, urgency_level, count }) => `${status} ${urgency_level} ${count}`)
  }
  expect(await tallies()).toEqual(['pending medium 4'])
  await w.app.db
    .updateTable('posts')
    .set({ status: 'approved', urgency_level: 'high' })
    .where('id', 'in', ids.slice(1))
    .execute()
  expect((await tallies()).sort()).toEqual(['approved high 3', 'pending medium 1'])
})
