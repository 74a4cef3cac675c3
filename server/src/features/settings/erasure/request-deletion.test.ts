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

let w: TestServer
let admin: TestUser
beforeAll(async () => {
  w = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(w)
})
afterAll(() => w.close())

const requestDeletion = ({ token }: TestUser, enteredPassword = password, language = 'en') =>
  w.request('POST /api/account/deletion/', {
    token,
    body: { password: enteredPassword },
    headers: { 'accept-language': language },
  })
const previewDeletion = ({ token }: TestUser) => w.request('GET /api/account/deletion/', { token })
const login = (email: string, enteredPassword = password) =>
  w.request('POST /api/auth/login/', { body: { email, password: enteredPassword } })
const changeAsAdmin = async (id: string, action: string) => {
  admin = await signIn(w, admin.email)
  return w.request('PUT /api/admin/users/{id}/', { token: admin.token, params: { id }, body: { action } })
}
const findInUserList = async (username: string) => {
  admin = await signIn(w, admin.email)
  const { body } = await w.request('GET /api/admin/users/', { token: admin.token, query: { search: username } })
  return body.results[0]
}

it('whoever leaves is told before what ends, and with the wrong password nothing does', async () => {
  const [amina, okello] = [await signUpFarmer(w), await signUpExpert(w)]
  await createFreeSlot(w, okello)
  await createPendingBooking(w, amina, okello)
  await createAppointment(w, amina, okello)
  expect((await previewDeletion(okello)).body).toEqual({ days: 14, ends: { bookings: 1, appointments: 1, slots: 1 } })
  expect((await previewDeletion(amina)).body).toEqual({ days: 14, ends: { bookings: 1, appointments: 1, slots: 0 } })
  const refused = await requestDeletion(amina, 'Not-hers-2026')
  expect(refused).toMatchObject({ status: 400, body: { error: 'wrong_password', errors: [{ field: 'password' }] } })
  expect((await requestDeletion(amina, '')).body.error).toBe('validation_failed')
  const wrongGuess = { body: { password: 'Not-hers-2027' }, headers: { 'idempotency-key': 'guess' } }
  expect((await w.request('POST /api/account/deletion/', { token: amina.token, ...wrongGuess })).status).toBe(400)
  const auditEntries = w.app.db.selectFrom('audit_log').select('id').where('action', '=', 'user.leaving_refused')
  expect(await auditEntries.where('actor_id', '=', amina.id).execute()).toHaveLength(2)
  expect((await previewDeletion(amina)).body.ends).toEqual({ bookings: 1, appointments: 1, slots: 0 })
})

it('asked with the password it is signed out everywhere, its bookings end, and a letter says the day and the way back', async () => {
  const [amina, okello] = [await signUpFarmer(w), await signUpExpert(w)]
  const elsewhere = await signIn(w, amina.email)
  const waiting = await createPendingBooking(w, amina, okello)
  const approvedBooking = await createAppointment(w, amina, okello)
  const { status, body } = await requestDeletion(amina)
  expect(status).toBe(200)
  expect(Date.parse(body.leaves_at)).toBe(w.clock.now().getTime() + 14 * day)
  expect(body.message).toMatch(/^Your account will be deleted on .*EAT\. Sign in before then to keep it\.$/)
  for (const { token } of [amina, elsewhere])
    expect((await w.request('GET /api/auth/me', { token })).body.error).toBe('unauthenticated')
  const refreshed = await w.request('POST /api/auth/refresh-token', { body: { refresh: amina.refresh } })
  expect(refreshed.status).toBe(401)

  for (const { id } of [waiting, approvedBooking])
    expect((await getBooking(w, okello, id)).body).toMatchObject({ ended: 'closed', ended_by: 'farmer' })
  const closedNotifications = (await fetchNotifications(w, okello)).results.filter(
    ({ type }) => type === 'booking_closed',
  )
  expect(closedNotifications).toHaveLength(2)
  const letter = (await w.emailsTo(amina.email)).find(({ subject }) => subject?.includes('will be deleted on'))
  expect(letter?.text).toContain('sign in before that day')
  expect(await findInUserList(amina.username)).toMatchObject({ state: 'leaving', leaves_at: body.leaves_at })
  // Held until the day.
  const again = await w.request('POST /api/auth/register/farmer/', {
    body: { ...farmerRegistration(), email: amina.email },
  })
  expect(again.body.error).toBe('email_taken')
  expect(await findInvariantViolations(w.app)).toEqual([])
})

it('signing in again keeps the account, and says so; what ended does not come back', async () => {
  const [amina, okello] = [await signUpFarmer(w), await signUpExpert(w)]
  const slot = await createFreeSlot(w, okello)
  const { id } = await createPendingBooking(w, amina, okello)
  await requestDeletion(okello)
  expect((await bookSlot(w, amina, slot.id)).body.error).toBe('not_found')
  w.clock.advance(13 * day)
  expect((await login(okello.email, 'Not-his-2026')).body.error).toBe('invalid_credentials')
  const signInReply = await w.request('POST /api/auth/login/', {
    body: { email: okello.email, password },
    headers: { 'accept-language': 'sw' },
  })
  expect(signInReply).toMatchObject({ status: 200, body: { message: 'Akaunti yako inabaki. Haitafutwa.' } })
  const token = signInReply.body.access
  expect((await fetchNotifications(w, { ...okello, token })).results.map(({ type }) => type)).toContain('account_kept')
  expect((await w.emailsTo(okello.email)).at(-1)?.subject).toBe('Your Kutu account stays')
  expect((await login(okello.email)).body.message).toBeUndefined()
  const later = await signIn(w, amina.email)
  expect((await getBooking(w, later, id)).body).toMatchObject({ ended: 'closed', ended_by: 'expert' })
  expect((await bookSlot(w, later, slot.id)).body.error).toMatch(/^slot_/)
  expect(await findInUserList(okello.username)).toMatchObject({ state: 'active', leaves_at: null })
  await createFreeSlot(w, { ...okello, token })
})

const requestReset = (email: string) => w.request('POST /api/auth/forgot-password/', { body: { email } })
const reset = (token: string) =>
  w.request('POST /api/auth/reset-password/', {
    body: { token, new_password: 'Another-leaf-7', confirm_password: 'Another-leaf-7' },
  })
/** The token of the newest letter's link to a new password. */
async function resetTokenFor({ email }: TestUser): Promise<string> {
  await requestReset(email)
  const letter = (await w.emailsTo(email)).at(-1)
  const link = /https?:\/\/\S*confirm-password-reset\?\S+/.exec(letter?.text ?? '')?.[0]
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

it('who has forgotten the password while leaving comes back by a new one', async () => {
  const amina = await signUpFarmer(w)
  await requestDeletion(amina)
  expect((await reset(await resetTokenFor(amina))).status).toBe(200)
  expect(await findInUserList(amina.username)).toMatchObject({ state: 'leaving' })
  expect((await login(amina.email, 'Another-leaf-7')).status).toBe(200)
  expect(await findInUserList(amina.username)).toMatchObject({ state: 'active' })
})

const refresh = (token: string) => w.request('POST /api/auth/refresh-token', { body: { refresh: token } })
const getUserRow = ({ id }: TestUser) =>
  w.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** That everything one can do without being signed in is answered as to somebody who never was here. */
async function expectUnknown(person: TestUser, tokens: { reset: string; code: { token: string; code: string } }) {
  const nobody = `nobody-${person.id}@example.org`
  expect((await login(person.email)).body).toEqual((await login(nobody)).body)
  const refusals = await w.app.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(2).execute()
  // The same work for both, kept as the same record: a password of nobody was compared, and counted as wrong.
  for (const { action, subject_id } of refusals) expect([action, subject_id]).toEqual(['session.refused', 'unknown'])
  const refused = await login(person.email, 'Not-hers-2026')
  expect([refused.status, refused.body.error]).toEqual([401, 'invalid_credentials'])
  expect((await refresh(person.refresh)).body).toEqual((await refresh('of-nobody')).body)
  expect((await reset(tokens.reset)).body).toEqual((await reset('of-nobody')).body)
  const letters = (await w.emailsTo(person.email)).length
  expect((await requestReset(person.email)).body).toEqual((await requestReset(nobody)).body)
  expect(await w.emailsTo(person.email)).toHaveLength(letters)
  const { token, code } = tokens.code
  for (const [call, body] of [
    ['POST /api/auth/verify/email', { token, verificationCode: code }],
    ['POST /api/auth/resend-otp', { actionType: 'EMAIL_VERIFICATION', token }],
    ['POST /api/auth/activate-account', { otp: code, token, password, confirmPassword: password }],
  ] as const)
    expect((await w.request(call, { body })).status, call).toBe(400)
}

it('when the fourteen days are over the account is unknown, also before the job has forgotten it', async () => {
  const [amina, okello] = [await signUpFarmer(w), await signUpExpert(w)]
  const codes = {
    amina: await latestVerificationCode(w, amina.email),
    okello: await latestVerificationCode(w, okello.email),
  }
  for (const person of [amina, okello]) expect((await requestDeletion(person)).status).toBe(200)
  w.clock.advance(14 * day - 60_000)
  const resets = { amina: await resetTokenFor(amina), okello: await resetTokenFor(okello) }
  expect((await changeAsAdmin(okello.id, 'deactivate')).status).toBe(200)
  expect((await login(okello.email)).body.error).toBe('account_deactivated')
  const before = [await getUserRow(amina), await getUserRow(okello)]

  w.clock.advance(60_000)
  await expectUnknown(amina, { reset: resets.amina, code: codes.amina })
  await expectUnknown(okello, { reset: resets.okello, code: codes.okello })
  expect([await getUserRow(amina), await getUserRow(okello)]).toEqual(before)
  // An admin cannot bring them back, nor have a letter sent to them.
  expect((await changeAsAdmin(amina.id, 'reset_password')).body.error).toBe('user_deactivated')
  expect((await changeAsAdmin(okello.id, 'reactivate')).status).toBe(200)
  expect((await login(okello.email)).body.error).toBe('invalid_credentials')

  await withTransaction(w.app, tx => enqueue(tx, 'forget_leavers', {}))
  await w.runJobs()
  for (const person of [amina, okello]) {
    expect((await getUserRow(person)).left_at).toEqual(w.clock.now())
    expect((await login(person.email)).body.error).toBe('invalid_credentials')
  }
})

it('asked from two phones at once it is asked once', async () => {
  const amina = await signUpFarmer(w)
  const phones = [amina, await signIn(w, amina.email), await signIn(w, amina.email)]
  const answers = await Promise.all(phones.map(phone => requestDeletion(phone)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(200)
  for (const { body } of answers.filter(({ status }) => status !== 200))
    expect(['already_decided', 'unauthenticated']).toContain(body.error)
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  const letters = (await w.emailsTo(amina.email)).filter(({ subject }) => subject?.includes('will be deleted on'))
  expect(letters).toHaveLength(1)
})

it('signing in while asking ends open or leaving, never with a session into a closed account', async () => {
  const amina = await signUpFarmer(w)
  for (let round = 0; round < 6; round++) {
    const phone = await signIn(w, amina.email)
    const [deletionReply, signInReply] = await Promise.all([requestDeletion(phone), login(amina.email)])
    expect([deletionReply?.status, signInReply?.status]).toEqual([200, 200])
    const { state } = await findInUserList(amina.username)
    const seen = await w.request('GET /api/auth/me', { token: signInReply?.body.access })
    expect(seen.status).toBe(state === 'active' ? 200 : 401)
  }
})

it('the last admin who can sign in may not leave, and an expert whom nobody approved yet may', async () => {
  const strict = await startTestServer({ expertApproval: 'manual' })
  try {
    const [one, two] = [await createTestAdmin(strict, 'one'), await createTestAdmin(strict, 'two')]
    const requestDeletionInStrict = ({ token }: TestUser) =>
      strict.request('POST /api/account/deletion/', { token, body: { password } })
    const okello = await signUpApprovedExpert(strict, one)
    expect((await requestDeletionInStrict(okello)).status).toBe(200)
    expect((await requestDeletionInStrict(await signUpExpert(strict))).status).toBe(200)
    const answers = await Promise.all([requestDeletionInStrict(one), requestDeletionInStrict(two)])
    expect(answers.map(({ status, body }) => body.error ?? status).sort()).toEqual([200, 'last_admin'])
  } finally {
    await strict.close()
  }
})

it('an admin who closes the account of somebody leaving keeps them out, and lets them back into leaving', async () => {
  const amina = await signUpFarmer(w)
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
