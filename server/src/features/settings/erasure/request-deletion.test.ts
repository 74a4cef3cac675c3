import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { fetchNotifications } from '../../../testing/features/community.ts'
import { findInvariantViolations } from '../../../testing/features/consultation-invariants.ts'
import {
  bookSlot,
  createAppointment,
  createFreeSlot,
  createPendingBooking,
  getBooking,
} from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  farmerRegistration,
  latestVerificationCode,
  password,
  signIn,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

const day = 24 * 3600_000

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const requestDeletion = ({ token }: TestUser, enteredPassword = password, language = 'en') =>
  server.request('POST /api/account/deletion/', {
    token,
    body: { password: enteredPassword },
    headers: { 'accept-language': language },
  })
const previewDeletion = ({ token }: TestUser) => server.request('GET /api/account/deletion/', { token })
const login = (email: string, enteredPassword = password) =>
  server.request('POST /api/auth/login/', { body: { email, password: enteredPassword } })
const changeAsAdmin = async (id: string, action: string) => {
  admin = await signIn(server, admin.email)
  return server.request('PUT /api/admin/users/{id}/', { token: admin.token, params: { id }, body: { action } })
}
const findInUserList = async (username: string) => {
  admin = await signIn(server, admin.email)
  const { body } = await server.request('GET /api/admin/users/', { token: admin.token, query: { search: username } })
  return body.results[0]
}

it('the preview shows what a deletion ends, and a wrong password ends nothing', async () => {
  const [amina, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  await createFreeSlot(server, okello)
  await createPendingBooking(server, amina, okello)
  await createAppointment(server, amina, okello)
  expect((await previewDeletion(okello)).body).toEqual({ days: 14, ends: { bookings: 1, appointments: 1, slots: 1 } })
  expect((await previewDeletion(amina)).body).toEqual({ days: 14, ends: { bookings: 1, appointments: 1, slots: 0 } })
  const refused = await requestDeletion(amina, 'Not-hers-2026')
  expect(refused).toMatchObject({ status: 400, body: { error: 'wrong_password', errors: [{ field: 'password' }] } })
  expect((await requestDeletion(amina, '')).body.error).toBe('validation_failed')
  const wrongGuess = { body: { password: 'Not-hers-2027' }, headers: { 'idempotency-key': 'guess' } }
  expect((await server.request('POST /api/account/deletion/', { token: amina.token, ...wrongGuess })).status).toBe(400)
  const auditEntries = server.app.db.selectFrom('audit_log').select('id').where('action', '=', 'user.leaving_refused')
  expect(await auditEntries.where('actor_id', '=', amina.id).execute()).toHaveLength(2)
  expect((await previewDeletion(amina)).body.ends).toEqual({ bookings: 1, appointments: 1, slots: 0 })
})

it('a deletion request signs out everywhere, ends bookings, and an email says the day and how to cancel', async () => {
  const [amina, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  const elsewhere = await signIn(server, amina.email)
  const waiting = await createPendingBooking(server, amina, okello)
  const approvedBooking = await createAppointment(server, amina, okello)
  const { status, body } = await requestDeletion(amina)
  expect(status).toBe(200)
  expect(Date.parse(body.leaves_at)).toBe(server.clock.now().getTime() + 14 * day)
  expect(body.message).toMatch(/^Your account will be deleted on .*EAT\. Sign in before then to keep it\.$/)
  for (const { token } of [amina, elsewhere])
    expect((await server.request('GET /api/auth/me', { token })).body.error).toBe('unauthenticated')
  const refreshed = await server.request('POST /api/auth/refresh-token', { body: { refresh: amina.refresh } })
  expect(refreshed.status).toBe(401)

  for (const { id } of [waiting, approvedBooking])
    expect((await getBooking(server, okello, id)).body).toMatchObject({ ended: 'closed', ended_by: 'farmer' })
  const closedNotifications = (await fetchNotifications(server, okello)).results.filter(
    ({ type }) => type === 'booking_closed',
  )
  expect(closedNotifications).toHaveLength(2)
  const sentEmail = (await server.emailsTo(amina.email)).find(({ subject }) => subject?.includes('will be deleted on'))
  expect(sentEmail?.text).toContain('sign in before that day')
  expect(await findInUserList(amina.username)).toMatchObject({ state: 'leaving', leaves_at: body.leaves_at })
  // The email stays reserved until the erasure.
  const again = await server.request('POST /api/auth/register/farmer/', {
    body: { ...farmerRegistration(), email: amina.email },
  })
  expect(again.body.error).toBe('email_taken')
  expect(await findInvariantViolations(server.app)).toEqual([])
})

it('signing in again cancels the deletion and says so; ended bookings do not come back', async () => {
  const [amina, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  const slot = await createFreeSlot(server, okello)
  const { id } = await createPendingBooking(server, amina, okello)
  await requestDeletion(okello)
  expect((await bookSlot(server, amina, slot.id)).body.error).toBe('not_found')
  server.clock.advance(13 * day)
  expect((await login(okello.email, 'Not-his-2026')).body.error).toBe('invalid_credentials')
  const signInReply = await server.request('POST /api/auth/login/', {
    body: { email: okello.email, password },
    headers: { 'accept-language': 'sw' },
  })
  expect(signInReply).toMatchObject({ status: 200, body: { message: 'Akaunti yako inabaki. Haitafutwa.' } })
  const token = signInReply.body.access
  expect((await fetchNotifications(server, { ...okello, token })).results.map(({ type }) => type)).toContain(
    'account_kept',
  )
  expect((await server.emailsTo(okello.email)).at(-1)?.subject).toBe('Your Kutu account stays')
  expect((await login(okello.email)).body.message).toBeUndefined()
  const later = await signIn(server, amina.email)
  expect((await getBooking(server, later, id)).body).toMatchObject({ ended: 'closed', ended_by: 'expert' })
  expect((await bookSlot(server, later, slot.id)).body.error).toMatch(/^slot_/)
  expect(await findInUserList(okello.username)).toMatchObject({ state: 'active', leaves_at: null })
  await createFreeSlot(server, { ...okello, token })
})

const requestReset = (email: string) => server.request('POST /api/auth/forgot-password/', { body: { email } })
const reset = (token: string) =>
  server.request('POST /api/auth/reset-password/', {
    body: { token, new_password: 'Another-leaf-7', confirm_password: 'Another-leaf-7' },
  })
/** Returns the token of the latest reset email. */
async function resetTokenFor({ email }: TestUser): Promise<string> {
  await requestReset(email)
  const sentEmail = (await server.emailsTo(email)).at(-1)
  const link = /https?:\/\/\S*confirm-password-reset\?\S+/.exec(sentEmail?.text ?? '')?.[0]
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

it('a password reset during the grace period allows cancelling the deletion', async () => {
  const amina = await signUpFarmer(server)
  await requestDeletion(amina)
  expect((await reset(await resetTokenFor(amina))).status).toBe(200)
  expect(await findInUserList(amina.username)).toMatchObject({ state: 'leaving' })
  expect((await login(amina.email, 'Another-leaf-7')).status).toBe(200)
  expect(await findInUserList(amina.username)).toMatchObject({ state: 'active' })
})

const refresh = (token: string) => server.request('POST /api/auth/refresh-token', { body: { refresh: token } })
const getUserRow = ({ id }: TestUser) =>
  server.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Checks that every request that needs no session gets the same reply as for an account that never existed. */
async function expectUnknown(person: TestUser, tokens: { reset: string; code: { token: string; code: string } }) {
  const unknownEmail = `nobody-${person.id}@example.org`
  expect((await login(person.email)).body).toEqual((await login(unknownEmail)).body)
  const refusals = await server.app.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(2).execute()
  // The same work and the same audit entry for both: a dummy hash was verified, and the failure was counted.
  for (const { action, subject_id } of refusals) expect([action, subject_id]).toEqual(['session.refused', 'unknown'])
  const refused = await login(person.email, 'Not-hers-2026')
  expect([refused.status, refused.body.error]).toEqual([401, 'invalid_credentials'])
  expect((await refresh(person.refresh)).body).toEqual((await refresh('unknown-token')).body)
  expect((await reset(tokens.reset)).body).toEqual((await reset('unknown-token')).body)
  const sentEmails = (await server.emailsTo(person.email)).length
  expect((await requestReset(person.email)).body).toEqual((await requestReset(unknownEmail)).body)
  expect(await server.emailsTo(person.email)).toHaveLength(sentEmails)
  const { token, code } = tokens.code
  for (const [call, body] of [
    ['POST /api/auth/verify/email', { token, verificationCode: code }],
    ['POST /api/auth/resend-otp', { actionType: 'EMAIL_VERIFICATION', token }],
    ['POST /api/auth/activate-account', { otp: code, token, password, confirmPassword: password }],
  ] as const)
    expect((await server.request(call, { body })).status, call).toBe(400)
}

it('after fourteen days the account is unknown, even before the job has erased it', async () => {
  const [amina, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  const codes = {
    amina: await latestVerificationCode(server, amina.email),
    okello: await latestVerificationCode(server, okello.email),
  }
  for (const person of [amina, okello]) expect((await requestDeletion(person)).status).toBe(200)
  server.clock.advance(14 * day - 60_000)
  const resets = { amina: await resetTokenFor(amina), okello: await resetTokenFor(okello) }
  expect((await changeAsAdmin(okello.id, 'deactivate')).status).toBe(200)
  expect((await login(okello.email)).body.error).toBe('account_deactivated')
  const before = [await getUserRow(amina), await getUserRow(okello)]

  server.clock.advance(60_000)
  await expectUnknown(amina, { reset: resets.amina, code: codes.amina })
  await expectUnknown(okello, { reset: resets.okello, code: codes.okello })
  expect([await getUserRow(amina), await getUserRow(okello)]).toEqual(before)
  // An admin can neither restore them nor send them an email.
  expect((await changeAsAdmin(amina.id, 'reset_password')).body.error).toBe('user_deactivated')
  expect((await changeAsAdmin(okello.id, 'reactivate')).status).toBe(200)
  expect((await login(okello.email)).body.error).toBe('invalid_credentials')

  await withTransaction(server.app, tx => enqueue(tx, 'erase_due_users', {}))
  await server.runJobs()
  for (const person of [amina, okello]) {
    expect((await getUserRow(person)).left_at).toEqual(server.clock.now())
    expect((await login(person.email)).body.error).toBe('invalid_credentials')
  }
})

it('concurrent requests from several phones count once', async () => {
  const amina = await signUpFarmer(server)
  const phones = [amina, await signIn(server, amina.email), await signIn(server, amina.email)]
  const responses = await Promise.all(phones.map(phone => requestDeletion(phone)))
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(200)
  for (const { body } of responses.filter(({ status }) => status !== 200))
    expect(['already_decided', 'unauthenticated']).toContain(body.error)
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  const sentEmails = (await server.emailsTo(amina.email)).filter(({ subject }) =>
    subject?.includes('will be deleted on'),
  )
  expect(sentEmails).toHaveLength(1)
})

it('a sign-in during the request never leaves a session of a closed account', async () => {
  const amina = await signUpFarmer(server)
  for (let round = 0; round < 6; round++) {
    const phone = await signIn(server, amina.email)
    const [deletionReply, signInReply] = await Promise.all([requestDeletion(phone), login(amina.email)])
    expect([deletionReply?.status, signInReply?.status]).toEqual([200, 200])
    const { state } = await findInUserList(amina.username)
    const seen = await server.request('GET /api/auth/me', { token: signInReply?.body.access })
    expect(seen.status).toBe(state === 'active' ? 200 : 401)
  }
})

it('the last active admin cannot request deletion, but an unapproved expert can', async () => {
  const strict = await startTestServer({ expertApproval: 'manual' })
  try {
    const [one, two] = [await createTestAdmin(strict, 'one'), await createTestAdmin(strict, 'two')]
    const requestDeletionInStrict = ({ token }: TestUser) =>
      strict.request('POST /api/account/deletion/', { token, body: { password } })
    const okello = await signUpApprovedExpert(strict, one)
    expect((await requestDeletionInStrict(okello)).status).toBe(200)
    expect((await requestDeletionInStrict(await signUpExpert(strict))).status).toBe(200)
    const responses = await Promise.all([requestDeletionInStrict(one), requestDeletionInStrict(two)])
    expect(responses.map(({ status, body }) => body.error ?? status).sort()).toEqual([200, 'last_admin'])
  } finally {
    await strict.close()
  }
})

it('an admin can deactivate and reactivate an account during its grace period', async () => {
  const amina = await signUpFarmer(server)
  await requestDeletion(amina)
  expect((await changeAsAdmin(amina.id, 'reactivate')).body.error).toBe('already_decided')
  expect((await changeAsAdmin(amina.id, 'deactivate')).body).toMatchObject({
    state: 'deactivated',
    leaves_at: expect.any(String),
  })
  expect((await login(amina.email)).body.error).toBe('account_deactivated')
  expect((await changeAsAdmin(amina.id, 'deactivate')).body.error).toBe('already_decided')
  expect((await changeAsAdmin(amina.id, 'reactivate')).body).toMatchObject({ state: 'leaving' })
  expect((await login(amina.email)).status).toBe(200)
})
