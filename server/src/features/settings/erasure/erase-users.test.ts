import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../context.ts'
import { erasedColumns } from '../../../platform/db/personal-data.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { startSmsGateway } from '../../../testing/fakes/sms-gateway.ts'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  createPendingPost,
  createPost,
  fetchNotifications,
  getPost,
  moderateComment,
  moderatePost,
  resolveFlag,
  sendHeldMessagesNow,
} from '../../../testing/features/community.ts'
import {
  bookSlot,
  cancelBooking,
  createAppointment,
  createFreeSlot,
  createPendingBooking,
  getBooking,
} from '../../../testing/features/consultations.ts'
import {
  chooseCountry,
  createConfirmedWarning,
  createOpenWarning,
  maizeRust,
  withdrawWarning,
} from '../../../testing/features/surveillance.ts'
import { listOwnImages, submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import {
  findInDatabase,
  findInFiles,
  findPlantedColumns,
  insertPlainRow,
  listTextColumns,
  plantWord,
} from '../../../testing/privacy/find-personal-data.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  expertRegistration,
  farmerRegistration,
  password,
  signIn,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const requestDeletion = ({ token }: TestUser) =>
  server.request('POST /api/account/deletion/', { token, body: { password } })

async function eraseUsers(...people: TestUser[]): Promise<void> {
  for (const person of people) expect((await requestDeletion(person)).status).toBe(200)
  await endGracePeriod(...people)
}

/** Sets the end of the grace period to now and runs the erasure job, as the crontab does. */
async function endGracePeriod(...people: TestUser[]): Promise<void> {
  const ids = people.map(({ id }) => id)
  await server.app.db.updateTable('users').set({ leaves_at: server.clock.now() }).where('id', 'in', ids).execute()
  await Promise.all([0, 1].map(() => withTransaction(server.app, tx => enqueue(tx, 'erase_due_users', {}))))
  await server.runJobs()
}

/** Returns every row and every file in the data folder that contains one of the words. */
const findOccurrences = async (words: readonly string[]): Promise<string[]> => [
  ...(await findInDatabase(server.app, words)),
  ...(await findInFiles(server.app, words)),
]

const getFileKey = (link: string) => new URL(link, server.url).pathname.slice('/files/'.length)
async function analyzePhoto({ token }: TestUser, bytes: Uint8Array) {
  const { status, body } = await uploadPhoto(server, token, bytes)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const photo = async (seed: number) => new Uint8Array(await drawLeaf({ seed, spots: true }).jpeg().toBuffer())

describe('an erased farmer', () => {
  it('leaves anonymous posts and comments, and no row or file with personal data', async () => {
    const amina = await signUpFarmer(server, 'amina_wa_kwanza')
    const details = {
      customerTypeId: '',
      idType: 'NATIONAL_ID',
      idNumber: 'CM9912345XYZ',
      organisationName: 'Busia Growers Union',
      firstName: 'Aminata',
      lastName: 'Nakibuule',
      gender: 'FEMALE',
      physicalAddress: 'Plot 17 Tororo Road',
      nationality: 'Uganda',
      dob: '1988-04-05',
      occupation: 'Beekeeper',
    }
    await server.request('POST /api/auth/complete-profile', { token: amina.token, body: details })
    await server.app.db.updateTable('users').set({ phone_number: '+256779876543' }).where('id', '=', amina.id).execute()
    const words = [
      ...[amina.email, amina.username, '+256779876543', 'CM9912345XYZ', 'Busia Growers', 'Aminata', 'Nakibuule'],
      ...[
        'neighbor Juma',
        'Iganga mill',
        'Plot 17',
        'Beekeeper',
        'my cousin in Soroti',
        'taken back by me',
        'send/amina',
      ],
    ]
    // One photo that only she has, one of an analysis on the board, and one that somebody else has as well.
    const shared = await photo(7)
    const [alone, posted, both] = [
      await analyzePhoto(amina, await photo(1)),
      await analyzePhoto(amina, await photo(4)),
      await analyzePhoto(amina, shared),
    ]
    const joan = await signUpFarmer(server)
    const joansAnalysis = await analyzePhoto(joan, shared)
    const post = await createApprovedPost(server, amina, okello, { image: posted.id, rust_detection: posted.id })
    const taken = await createPost(server, amina, {
      title: 'taken back by me',
      image: alone.id,
      rust_detection: alone.id,
    })
    await server.request('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: taken.body.id } })
    const joansPost = await createApprovedPost(server, joan, okello)
    const ownComment = await createPendingComment(server, amina, joansPost.id, 'Ash keeps it away.')
    await moderateComment(server, okello, joansPost.id, { response_id: ownComment.id, action: 'approve' })
    const ended = await createAppointment(server, amina, okello)
    await cancelBooking(server, amina, ended.id, 'my cousin in Soroti died')
    const waiting = await createPendingBooking(server, amina, okello)
    const request = { question: 'Does my neighbor Juma spray?', place: 'Hut behind Iganga mill', analysis: alone.id }
    const withRequest = await bookSlot(server, amina, (await createFreeSlot(server, okello)).id, request)
    expect(withRequest.status).toBe(201)
    await server.request('POST /api/account/export/', { token: amina.token })
    await server.runJobs()
    const link = await server.request('POST /api/account/export/link/', { token: amina.token })
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/amina',
      keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') },
    }
    const subscribed = await server.request('POST /api/account/push-subscriptions/', {
      token: amina.token,
      body: subscription,
    })
    expect(subscribed.status).toBe(201)
    await server.request('POST /api/auth/login/', { body: { email: amina.email, password: 'Wrong-leaf-1' } })
    expect(await findInDatabase(server.app, words)).not.toEqual([])
    expect(await findInFiles(server.app, words)).not.toEqual([])
    expect((await fetch(link.body.address)).status).toBe(200)

    // Emails about moves of experts have left long before the waiting time is over.
    await sendHeldMessagesNow(server)
    await eraseUsers(amina)
    expect(await findOccurrences(words)).toEqual([])
    for (const gone of [alone.image, alone.heatmap, link.body.address].filter(Boolean))
      expect(await server.app.files.has(getFileKey(gone)), gone).toBe(false)
    for (const kept of [posted.image, both.image, joansAnalysis.image])
      expect(await server.app.files.has(getFileKey(kept)), kept).toBe(true)
    expect((await fetchLink(server, joansAnalysis.image)).status).toBe(200)

    for (const [language, name] of [
      ['en', 'a former member'],
      ['sw', 'mwanachama wa zamani'],
      ['lg', 'eyali mmemba'],
    ] as const) {
      const fetchAsJoan = (path: `GET /${string}`) =>
        server.request(path, { token: joan.token, headers: { 'accept-language': language } })
      const { body } = await fetchAsJoan(`GET /api/community/posts/${post.id}/`)
      expect(body).toMatchObject({
        title: post.title,
        rust_detection: posted.id,
        farmer: { id: amina.id, username: name },
      })
      expect((await fetchAsJoan(`GET /api/community/posts/${joansPost.id}/`)).body.farmer_comments).toMatchObject([
        { content: 'Ash keeps it away.', farmer: { username: name } },
      ])
      const notifications = await fetchNotifications(server, okello, language)
      expect(notifications.results.find(({ subject }) => subject?.id === waiting.id)?.message).toContain(name)
    }
    const { body } = await getBooking(server, okello, ended.id)
    expect(body).toMatchObject({
      ended: 'cancelled',
      reason: null,
      farmer: { username: 'a former member', email: '', phone_number: null },
    })
    expect((await getPost(server, joan, taken.body.id)).status).toBe(404)

    // Others can still comment, and the erased user gets no email.
    const sentEmails = (await server.emailsTo(`former-${amina.id}@kutu.invalid`)).length
    expect((await createComment(server, okello, post.id, 'It was rust, as you thought.')).status).toBe(201)
    expect((await server.emailsTo(`former-${amina.id}@kutu.invalid`)).length).toBe(sentEmails)
    const toNobody = await server.app.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', amina.id)
      .execute()
    expect(toNobody).toEqual([])
  })

  it('cannot sign in, is in no list, and frees the email and the username', async () => {
    const joan = await signUpFarmer(server)
    const count = async () => (await server.request('GET /api/admin/users/', { token: admin.token })).body.count
    const before = await count()
    await eraseUsers(joan)
    expect(await count()).toBe(before - 1)
    for (const email of [joan.email, `former-${joan.id}@kutu.invalid`])
      expect((await server.request('POST /api/auth/login/', { body: { email, password } })).body.error).toBe(
        'invalid_credentials',
      )
    const listed = await server.request('GET /api/admin/users/', { token: admin.token, query: { page_size: 200 } })
    expect(listed.body.results.map(({ id }: { id: string }) => id)).not.toContain(joan.id)
    const change = await server.request('PUT /api/admin/users/{id}/', {
      token: admin.token,
      params: { id: joan.id },
      body: { action: 'reactivate' },
    })
    expect(change.status).toBe(404)
    const audit = await server.request('GET /api/admin/audit/', { token: admin.token, query: { subject_id: joan.id } })
    expect(audit.body.results.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['user.forgotten', 'user.leaving', 'user.registered']),
    )
    const signUpAgain = { ...farmerRegistration(), email: joan.email, username: joan.username }
    expect((await server.request('POST /api/auth/register/farmer/', { body: signUpAgain })).status).toBe(201)
    expect(await count()).toBe(before)
  })

  it('cannot be blocked by a sign-up with the placeholder name', async () => {
    const { id } = await signUpFarmer(server)
    for (const username of [`former-${id}`, `FORMER-${id}`, `\uff46ormer-${id}`]) {
      const taken = await server.request('POST /api/auth/register/farmer/', {
        body: { ...farmerRegistration(), username },
      })
      expect([taken.status, taken.body.error]).toEqual([409, 'username_taken'])
    }
  })

  it('is erased at the end of the grace period and not before; so is an admin', async () => {
    const [early, due] = [await signUpFarmer(server), await signUpFarmer(server)]
    const deputy = await createTestAdmin(server, 'deputy')
    expect((await requestDeletion(early)).status).toBe(200)
    await eraseUsers(due, deputy)
    const rows = await server.app.db
      .selectFrom('users')
      .select(['id', 'left_at'])
      .where('id', 'in', [early.id, due.id, deputy.id])
      .execute()
    expect(
      rows
        .filter(({ left_at }) => left_at !== null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([due.id, deputy.id].sort())
    expect((await signIn(server, early.email)).id).toBe(early.id)
    const back = server.app.db.updateTable('users').set({ left_at: null }).where('id', '=', due.id)
    await expect(back.execute()).rejects.toThrow('keeps its left_at')
    const named = server.app.db.updateTable('users').set({ username: 'me again' }).where('id', '=', due.id)
    await expect(named.execute()).rejects.toMatchObject({ constraint: 'users_former_are_nobody' })
  })
})

it('nothing of an erased user that was not published remains, and nobody can publish it', async () => {
  const [amina, joan, otieno] = [await signUpFarmer(server), await signUpFarmer(server), await signUpExpert(server)]
  // The limits of the first day do not apply.
  const activated_at = new Date(server.clock.now().getTime() - 2 * 24 * 3600_000)
  await server.app.db.updateTable('users').set({ activated_at }).where('id', '=', amina.id).execute()
  const write = async (state: string) => {
    const picture = (await analyzePhoto(amina, await photo(60 + state.length))).id
    const fields = {
      title: `zebra ${state}`,
      content: `zebra content ${state}`,
      image: picture,
      rust_detection: picture,
    }
    return createPendingPost(server, amina, fields)
  }
  const flag = { action: 'flag', reason: 'Not about plants' }
  const hide = { action: 'hide', reason: 'Rude words' }
  const posts = { pending: await write('pending'), flagged: await write('flagged'), hidden: await write('hidden') }
  const withdrawn = await write('withdrawn')
  await moderatePost(server, okello, posts.flagged.id, 'flag', { reason: flag.reason })
  await moderatePost(server, okello, posts.hidden.id, 'flag', { reason: flag.reason })
  expect((await resolveFlag(server, admin, posts.hidden.id, { kind: 'post', ...hide })).status).toBe(200)
  await server.request('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: withdrawn.id } })
  const open = await createApprovedPost(server, amina, okello, { title: 'Published title' })
  const joansPost = await createApprovedPost(server, joan, okello)
  const closed = await createApprovedPost(server, joan, okello)
  const comments: { id: string; post: string }[] = []
  const approve = { action: 'approve' }
  for (const person of [amina, otieno])
    for (const moves of [[], [flag], [flag, hide], [approve, flag], [approve, flag, hide]]) {
      // The answer of an expert shows at once.
      if (person === otieno && moves.length === 0) continue
      const { id } = await createPendingComment(server, person, joansPost.id, `zebra ${person.id} ${comments.length}`)
      comments.push({ id, post: joansPost.id })
      for (const move of moves) {
        if (move === hide) await resolveFlag(server, admin, id, { kind: 'response', ...hide })
        else await moderateComment(server, okello, joansPost.id, { response_id: id, ...move })
      }
    }
  const unseen = await createPendingComment(server, otieno, closed.id, 'zebra under a withdrawn post')
  await server.request('DELETE /api/community/posts/{id}/', { token: joan.token, params: { id: closed.id } })
  comments.push({ id: unseen.id, post: closed.id })
  const shownComment = await createPendingComment(server, otieno, open.id, 'Published comment')
  for (const end of [
    async ({ id }: { id: string }) => void (await cancelBooking(server, amina, id, 'zebra booking')),
    async () => undefined,
  ]) {
    const slot = await createFreeSlot(server, okello)
    const booked = await bookSlot(server, amina, slot.id, { question: 'zebra question', place: 'zebra place' })
    await end(booked.body)
  }
  const saved = { title: 'zebra reply', content: 'zebra text' }
  await server.request('POST /api/community/saved-replies/', { token: otieno.token, body: saved })
  await sendHeldMessagesNow(server)
  expect(await findInFiles(server.app, ['zebra'])).not.toEqual([])
  const justApproved = await createApprovedPost(server, amina, okello, { title: 'Approved a moment ago' })

  await eraseUsers(amina, otieno)
  expect(await findOccurrences(['zebra'])).toEqual([])
  const params = { id: justApproved.id }
  expect((await server.request('PUT /api/community/posts/{id}/undo/', { token: okello.token, params })).status).toBe(
    409,
  )
  for (const { id } of Object.values(posts))
    expect((await moderatePost(server, okello, id, 'approve')).status, id).not.toBe(200)
  for (const { id, post } of comments) {
    expect((await resolveFlag(server, admin, id, { kind: 'response', action: 'undo' })).status).toBe(404)
    expect((await moderateComment(server, okello, post, { response_id: id, action: 'approve' })).status).toBe(404)
  }
  const { body } = await getPost(server, joan, open.id)
  expect(body).toMatchObject({ title: 'Published title', expert_comments: [{ id: shownComment.id }] })
  for (const status of ['flagged', 'hidden']) {
    const query = { status, kind: 'response', page_size: 200 }
    const listed = await server.request('GET /api/admin/flagged/', { token: admin.token, query })
    expect(JSON.stringify(listed.body)).not.toContain('–')
  }
})

it('the reason for a flag stays with the post, whose author reads it, but not with the expert who wrote it', async () => {
  const [joan, lwanga] = [await signUpFarmer(server), await signUpExpert(server)]
  const post = await createPendingPost(server, joan)
  const discussed = await createApprovedPost(server, joan, okello)
  const comment = await createPendingComment(server, joan, discussed.id, 'Mine too')
  const flag = { reason: 'okapi on the photo' }
  expect((await moderatePost(server, lwanga, post.id, 'flag', flag)).status).toBe(200)
  const move = { response_id: comment.id, action: 'flag', ...flag }
  expect((await moderateComment(server, lwanga, discussed.id, move)).status).toBe(200)
  await eraseUsers(lwanga)
  const places = await findOccurrences(['okapi'])
  expect(places.filter(place => /audit|moderation_moves/.test(JSON.stringify(place)))).toEqual([])
  const { body } = await server.request('GET /api/community/posts/mine/', { token: joan.token })
  expect(JSON.stringify(body)).toContain('okapi on the photo')
})

it('the title of an urgent post that was never published remains in no message to an expert', async () => {
  const amina = await signUpFarmer(server)
  const title = `giraffe ${'on my maize '.repeat(8)}`
  await createPendingPost(server, amina, { title, urgency_level: 'high' })
  await sql`update posts set created_at = created_at - interval '6 hours' where farmer_id = ${amina.id}`.execute(
    server.app.db,
  )
  await withTransaction(server.app, tx => enqueue(tx, 'remind_of_unanswered_posts', {}))
  await server.runJobs()
  const isStated = async () => JSON.stringify(await fetchNotifications(server, okello)).includes('giraffe')
  expect(await isStated()).toBe(true)
  // An email that could not be sent waits for its next attempt.
  const { details } = await server.app.db
    .selectFrom('notifications')
    .select('details')
    .where('type', '=', 'post_unanswered')
    .where('user_id', '=', okello.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const values = { count: 1, title: String(Object(details).title), link: 'https://example.org' }
  await withTransaction(server.app, tx =>
    enqueueEmail(
      tx,
      { to: okello.email, language: 'en', template: 'posts_unanswered', values },
      { delaySeconds: 3600 },
    ),
  )
  await eraseUsers(amina)
  expect(await isStated()).toBe(false)
  expect(await findInDatabase(server.app, ['giraffe'])).toEqual([])
})

it('the stored reply to the sign-up of an erased user is gone, and its scope never contains the address', async () => {
  const body = farmerRegistration()
  const headers = { 'idempotency-key': 'sign-up-to-be-erased' }
  const signUp = () => server.request('POST /api/auth/register/farmer/', { body, headers })
  const first = await signUp()
  expect(first.status).toBe(201)
  const listKeys = () =>
    server.app.db.selectFrom('idempotency_keys').select('scope').where('key', '=', headers['idempotency-key']).execute()
  expect(await listKeys()).toEqual([{ scope: expect.stringMatching(/^address:[0-9a-f]{64}$/) }])
  const { id } = first.body.user
  await server.app.db.updateTable('users').set({ deactivated_at: server.clock.now() }).where('id', '=', id).execute()
  await endGracePeriod({ ...okello, id })
  expect(await listKeys()).toEqual([])
  const again = await signUp()
  expect(again.status).toBe(201)
  expect(again.body.user.id).not.toBe(id)
})

it('an erased expert leaves the photos given for training without a name', async () => {
  const profile = { ...expertRegistration('otieno_wa_pili'), institution: 'Kisumu Leaf Institute' }
  const otieno = await signUpExpert(server, 'otieno_wa_pili', {
    institution: profile.institution,
    bio: 'Grows up in Homa Bay',
  })
  expect((await submitTrainingImage(server, otieno, await photo(51))).status).toBe(201)
  expect((await listOwnImages(server, otieno)).body.count).toBe(1)
  await eraseUsers(otieno)
  expect(await findOccurrences([otieno.email, otieno.username, 'Kisumu Leaf', 'Homa Bay'])).toEqual([])
  const { photo_hash } = await server.app.db
    .selectFrom('training_images')
    .select('photo_hash')
    .where('uploader_id', '=', otieno.id)
    .executeTakeFirstOrThrow()
  expect(photo_hash).not.toBeNull()
})

it('an erased user is named by no email to others, no failed job and no entry of the audit log', async () => {
  const [joy, joyce] = [await signUpFarmer(server, 'joy_the_first'), await signUpFarmer(server, 'joy_the_first_born')]
  const email = { language: 'en', template: 'post_answered' } as const
  await withTransaction(server.app, async tx => {
    for (const { username } of [joy, joyce])
      await enqueueEmail(tx, {
        ...email,
        to: `reader-of-${username}@example.org`,
        values: { farmer: 'Reader', title: `Question of ${username}.`, link: 'https://example.org' },
      })
  })
  await server.runJobs()
  await withTransaction(server.app, tx =>
    enqueueEmail(tx, { ...email, to: okello.email, values: { farmer: joy.username } }, { delaySeconds: 3600 }),
  )
  const request = {
    token: admin.token,
    params: { id: joy.id },
    body: { action: 'deactivate', reason: 'Called +256700' },
  }
  expect((await server.request('PUT /api/admin/users/{id}/', request)).status).toBe(200)
  expect(
    (await server.request('PUT /api/admin/users/{id}/', { ...request, body: { action: 'reactivate' } })).status,
  ).toBe(200)
  const { token } = await signIn(server, joy.email)
  await eraseUsers({ ...joy, token })
  expect(await findOccurrences(['Called +256700'])).toEqual([])
  expect(await findOccurrences([joy.email, `${joy.username}@`, `${joy.username}.`, `"${joy.username}"`])).toEqual([])
  expect(await server.emailsTo(`reader-of-${joyce.username}@example.org`)).toHaveLength(1)
  const changed = server.app.db.updateTable('audit_log').set({ action: 'nothing' }).where('subject_id', '=', joy.id)
  await expect(changed.execute()).rejects.toThrow('only ever added')
})

it('no text that a user could have left in any column remains, except the content that others read', async () => {
  const [farmer, expert] = [await signUpFarmer(server), await signUpExpert(server)]
  const analysis = await analyzePhoto(farmer, await photo(11))
  const post = await createApprovedPost(server, farmer, expert, { image: analysis.id, rust_detection: analysis.id })
  await createPendingComment(server, farmer, post.id, 'Ash keeps it away.')
  await createComment(server, expert, post.id, 'Ask your neighbors.')
  const { id: booking_id } = await createAppointment(server, farmer, expert)
  const outcome = {
    booking_id,
    expert_id: expert.id,
    farmer_id: farmer.id,
    outcome: 'held',
    note: 'Spray it.',
  } as const
  await server.app.db
    .insertInto('appointment_outcomes')
    .values({ ...outcome, recorded_at: server.clock.now() })
    .execute()
  await bookSlot(server, farmer, (await createFreeSlot(server, expert)).id, { question: 'Is it rust?' })
  await submitTrainingImage(server, expert, await photo(52))
  const hours = { appointment_minutes: 30, break_minutes: 0, days_ahead: 1, periods: [], days_off: [] }
  await server.request('PUT /api/consultations/working-hours/', { token: expert.token, body: hours })
  const choices = [{ kind: 'bookings', channel: 'push', is_on: false }]
  await server.request('PUT /api/account/notification-choices/', { token: expert.token, body: { choices } })
  // A closed account decides nothing.
  await chooseCountry(server, expert, 'UG')
  const warning = await createConfirmedWarning(server, expert)
  const gulu = await createConfirmedWarning(server, expert, { ...maizeRust, district: 'UG-gulu' })
  expect((await withdrawWarning(server, expert, gulu)).status).toBe(200)
  const stated = await server.request('PUT /api/surveillance/warnings/{id}/outcome/', {
    token: expert.token,
    params: { id: gulu },
    body: { outcome: 'not_real', checked_by: 'field_visit' },
  })
  expect(stated.status).toBe(200)
  const lira = await createConfirmedWarning(server, admin, { ...maizeRust, district: 'UG-lira' })
  const gateway = await startSmsGateway()
  Object.assign(server.app.config, { sms: gateway.sms })
  const approved = await server.request('POST /api/surveillance/warnings/{id}/approve-sms/', {
    token: expert.token,
    params: { id: lira },
  })
  Object.assign(server.app.config, { sms: undefined })
  await gateway.close()
  expect(approved.status).toBe(200)
  const today = server.clock.now().toLocaleDateString('sv', { timeZone: server.app.config.timeZone })
  const planned = await server.request('PUT /api/surveillance/warnings/{id}/next-step/', {
    token: expert.token,
    params: { id: await createOpenWarning(server, { ...maizeRust, district: 'UG-soroti' }) },
    body: { step: 'visit', on: today, visitor_id: expert.id },
  })
  expect(planned.status, JSON.stringify(planned.body)).toBe(200)
  for (const { id } of [farmer, expert])
    await sql`
      insert into warning_notices (warning_id, farmer_id, crop, sent_at, next_at)
      values (${warning}, ${id}, 'maize', now(), now() + interval '168 hours')`.execute(server.app.db)
  await sql`
    insert into warning_deliveries (warning_id, district, farmer_id)
    values (${warning}, 'UG-mbale', ${farmer.id})`.execute(server.app.db)
  await sql`
    insert into warning_photo_labels (warning_id, analysis_id, expert_id, label, labeled_at)
    values (${warning}, ${analysis.id}, ${expert.id}, 'healthy', now())`.execute(server.app.db)
  // Nobody can sign in any more once the words are planted.
  for (const person of [farmer, expert]) expect((await requestDeletion(person)).status).toBe(200)
  const word = 'planted-word'
  const people = [farmer, expert]
  for (const { table, column: owner } of references) {
    // Versions of the model: users activate them and write nothing into them.
    if (table === 'model_heads' || table === 'model_approvals') continue
    const columns = (await listTextColumns(server.app, table)).filter(
      ({ column }) => !identity.includes(`${table}.${column}`),
    )
    if (columns.length === 0) continue
    const count = async () => {
      const ids = people.map(({ id }) => id)
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(owner)} = any(${ids}::uuid[])`.execute(server.app.db)
      return rows.length
    }
    if ((await count()) === 0) await insertRow(server.app, table, { owner, id: expert.id })
    expect(await count(), `${table} has no row of the test users: give them one`).toBeGreaterThan(0)
    for (const column of columns) for (const { id } of people) await plantWord(server.app, column, { owner, id, word })
  }
  const planted = await findPlantedColumns(server.app, word)
  expect(planted.length).toBeGreaterThan(30)
  // A text that remains must have been planted, so the list names no column that this test cannot fill.
  expect(keptTexts.filter(place => !planted.includes(place))).toEqual([])
  await endGracePeriod(farmer, expert)
  expect(await findPlantedColumns(server.app, word)).toEqual(keptTexts.toSorted())
})

/** Adds the rows that need more than the plainest values. */
async function insertRow(app: App, table: string, { owner, id }: { owner: string; id: string }): Promise<void> {
  if (table === 'email_changes')
    await sql`
      insert into email_changes (id, user_id, old_email, new_email, token_hash, requested_at, expires_at)
      values (gen_random_uuid(), ${id}, 'old@example.org', 'new@example.org', '1', now(), now())`.execute(app.db)
  else if (table === 'second_factors') {
    await sql`
      insert into second_factors (id, user_id, kind, name, created_at, secret, last_step)
      values (gen_random_uuid(), ${id}, 'totp', 'Phone', now(), '1', 1)`.execute(app.db)
    await sql`
      insert into second_factors (id, user_id, kind, name, created_at, credential_id, public_key, counter, transports)
      values (gen_random_uuid(), ${id}, 'passkey', 'Key', now(), '1', '1', 0, '{}')`.execute(app.db)
  } else if (table === 'expert_districts') {
    await sql`
      insert into expert_districts (user_id, district)
      select user_id, 'UG-mbale' from expert_profiles where user_id = ${id} on conflict do nothing`.execute(app.db)
  } else if (table === 'follow_ups') {
    await sql`
      insert into follow_ups (farmer_id, crop, analysis_id, due_at)
      select ${id}, 'maize', id, now() from analyses limit 1
      on conflict do nothing`.execute(app.db)
  } else if (table === 'api_keys') {
    await sql`
      insert into api_keys (public_id, key_hash, name, contact, scopes, created_by, revoked_by, revoked_at, created_at, expires_at)
      values ('kutu_0123456789ab', sha256('key'), 'Ministry', 'data@example.org', '{counts}', ${id}, ${id}, now(), now(), now() + interval '24 hours')`.execute(
      app.db,
    )
  } else await insertPlainRow(app, table, { owner, id })
}

const references = erasedColumns.filter(({ result }) => typeof result === 'string')
const keptTexts = erasedColumns.flatMap(({ table, column, result }) =>
  typeof result === 'object' && 'kept' in result ? [`${table}.${column}`] : [],
)

/** The erasure finds files and messages by these columns, so they keep their values in the test above. */
const identity = ['users.email', 'users.username', 'users.username_key']

it('every column that references a user is listed with what erasure does to it', async () => {
  const { rows } = await sql<{ place: string }>`
    select distinct tc.table_name || '.' || kcu.column_name as place
    from information_schema.referential_constraints rc
    join information_schema.table_constraints tc on tc.constraint_name = rc.constraint_name and tc.constraint_schema = rc.constraint_schema
    join information_schema.key_column_usage kcu on kcu.constraint_name = rc.constraint_name and kcu.constraint_schema = rc.constraint_schema
    join information_schema.table_constraints target
      on target.constraint_name = rc.unique_constraint_name and target.constraint_schema = rc.unique_constraint_schema
    where target.table_name = 'users' and kcu.column_name not like '%_role'
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid'
      and column_name ~ '^(user|farmer|expert|actor|author|uploader|owner|caller)_id$'`.execute(server.app.db)
  const listed = references.map(({ table, column }) => `${table}.${column}`)
  expect(['users.id', ...rows.map(({ place }) => place)].sort()).toEqual(listed.sort())

  const amina = await signUpFarmer(server)
  await analyzePhoto(amina, await photo(1))
  await eraseUsers(amina)
  for (const { table, column, result } of references) {
    if (result !== 'rows deleted') continue
    const left = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${amina.id}::uuid`.execute(server.app.db)
    expect(left.rows, `${table}.${column}`).toEqual([])
  }
})
