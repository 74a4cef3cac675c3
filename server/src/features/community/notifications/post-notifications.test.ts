import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  createPendingPost,
  fetchNotifications,
  moderateComment,
  moderatePost,
  sendHeldMessagesNow,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let okello: TestUser
let wanjiru: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  okello = await signUpExpert(server)
  wanjiru = await signUpExpert(server)
})
afterAll(() => server.close())

it('a farmer with an unread notification of a comment gets no second email about the same post', async () => {
  const amina = await signUpFarmer(server)
  const post = await createApprovedPost(server, amina, okello)
  await createComment(server, okello, post.id)
  await createComment(server, wanjiru, post.id)
  const countAnswerEmails = async () =>
    (await server.emailsTo(amina.email)).filter(({ subject }) => subject?.includes('answered')).length
  expect(await countAnswerEmails()).toBe(1)
  expect((await fetchNotifications(server, amina)).results.filter(({ type }) => type === 'post_answered')).toHaveLength(
    2,
  )
  await server.request('PUT /api/notifications/read-all/', { token: amina.token })
  await createComment(server, okello, post.id)
  expect(await countAnswerEmails()).toBe(2)
})

it('a farmer is not notified of their own comment', async () => {
  const amina = await signUpFarmer(server)
  const post = await createApprovedPost(server, amina, okello)
  const { id } = await createPendingComment(server, amina, post.id)
  await moderateComment(server, okello, post.id, { response_id: id, action: 'approve' })
  expect((await fetchNotifications(server, amina)).results.map(({ type }) => type)).toEqual([
    'response_approved',
    'post_approved',
  ])
})

it('notifications use the language of the request, emails the language of the account', async () => {
  const amina = await signUpFarmer(server)
  await server.app.db.updateTable('users').set({ language: 'lg' }).where('id', '=', amina.id).execute()
  const post = await createApprovedPost(server, amina, okello, { title: 'Kahawia' })
  const latestMessage = async (language: string) =>
    (await fetchNotifications(server, amina, language)).results[0]?.message
  expect(await latestMessage('sw')).toBe('Chapisho lako “Kahawia” limeidhinishwa na linaonekana kwa wote.')
  expect(await latestMessage('lg')).toBe('Obubaka bwo “Kahawia” bukakasiddwa era bulabibwa bonna.')
  expect(await latestMessage('fr')).toBe('Your post “Kahawia” is approved. Everyone can see it now.')
  await sendHeldMessagesNow(server)
  const email = (await server.emailsTo(amina.email)).at(-1)
  expect(email?.subject).toBe('Obubaka bwo ku Kutu bukakasiddwa')
  expect(email?.text).toContain(`/account/addresses/community-posts/${post.id}`)
})

it('a long title is shortened without splitting a character, and braces in it are not treated as placeholders', async () => {
  const amina = await signUpFarmer(server)
  const post = await createPendingPost(server, amina, { title: `{username}\n${'🌽'.repeat(90)}` })
  await moderatePost(server, okello, post.id, 'approve')
  const [notification] = (await fetchNotifications(server, amina)).results
  expect(notification?.message).toBe(`Your post “{username} ${'🌽'.repeat(68)}…” is approved. Everyone can see it now.`)
})
