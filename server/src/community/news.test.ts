import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvedPost, comment, judge, moderate, newsOf, pendingComment, pendingPost } from '../testing/board.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let okello: Person
let wanjiru: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  okello = await expert(w)
  wanjiru = await expert(w)
})
afterAll(() => w.close())

it('a farmer who has unread news of a comment gets no second letter about the same post', async () => {
  const amina = await farmer(w)
  const post = await approvedPost(w, amina, okello)
  await comment(w, okello, post.id)
  await comment(w, wanjiru, post.id)
  const answered = async () =>
    (await w.lettersTo(amina.email)).filter(({ subject }) => subject?.includes('answered')).length
  expect(await answered()).toBe(1)
  expect((await newsOf(w, amina)).results.filter(({ type }) => type === 'post_answered')).toHaveLength(2)
  await w.call('PUT /api/notifications/read-all/', { token: amina.token })
  await comment(w, okello, post.id)
  expect(await answered()).toBe(2)
})

it('a farmer’s comment on the own post is no news to them', async () => {
  const amina = await farmer(w)
  const post = await approvedPost(w, amina, okello)
  const { id } = await pendingComment(w, amina, post.id)
  await judge(w, okello, post.id, { response_id: id, action: 'approve' })
  expect((await newsOf(w, amina)).results.map(({ type }) => type)).toEqual(['response_approved', 'post_approved'])
})

it('news are told in the language of whoever reads them, letters in that of the account', async () => {
  const amina = await farmer(w)
  await w.app.db.updateTable('users').set({ language: 'lg' }).where('id', '=', amina.id).execute()
  const post = await approvedPost(w, amina, okello, { title: 'Kahawia' })
  const told = async (language: string) => (await newsOf(w, amina, language)).results[0]?.message
  expect(await told('sw')).toBe('Chapisho lako “Kahawia” limeidhinishwa na linaonekana kwa wote.')
  expect(await told('lg')).toBe('Obubaka bwo “Kahawia” bukakasiddwa era bulabibwa bonna.')
  expect(await told('fr')).toBe('Your post “Kahawia” is approved and shows to everybody.')
  const letter = (await w.lettersTo(amina.email)).at(-1)
  expect(letter?.subject).toBe('Obubaka bwo ku Kutu bukakasiddwa')
  expect(letter?.text).toContain(`/account/addresses/community-posts/${post.id}`)
})

it('a long title comes shortened, no character cut in two, and none of it is read as a placeholder', async () => {
  const amina = await farmer(w)
  const post = await pendingPost(w, amina, { title: `{username}\n${'🌽'.repeat(90)}` })
  await moderate(w, okello, post.id, 'approve')
  const [news] = (await newsOf(w, amina)).results
  expect(news?.message).toBe(`Your post “{username} ${'🌽'.repeat(68)}…” is approved and shows to everybody.`)
})
