import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  createPost,
  fetchNotifications,
  getPost,
  moderateComment,
} from '../../../testing/features/community.ts'
import {
  cancelBooking,
  createAppointment,
  createPendingBooking,
  getBooking,
} from '../../../testing/features/consultations.ts'
import { listOwnImages, submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
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
import { personalDataColumns } from './personal-data-columns.ts'

let w: TestServer
let admin: TestUser
let okello: TestUser
beforeAll(async () => {
  w = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(w)
  okello = await signUpExpert(w)
})
afterAll(() => w.close())

const requestDeletion = ({ token }: TestUser) => w.request('POST /api/account/deletion/', { token, body: { password } })

/** Lets the waiting time pass in the row, and does what the crontab does. */
async function eraseUsers(...people: TestUser[]): Promise<void> {
  for (const person of people) expect((await requestDeletion(person)).status).toBe(200)
  const ids = people.map(({ id }) => id)
  await w.app.db.updateTable('users').set({ leaves_at: w.clock.now() }).where('id', 'in', ids).execute()
  await Promise.all([0, 1].map(() => withTransaction(w.app, tx => enqueue(tx, 'forget_leavers', {}))))
  await w.runJobs()
}

/** Every row of every table that says one of these words, job queue and all. */
async function findOccurrences(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(w.app.db)
  const occurrences: string[] = []
  for (const { name } of tables)
    for (const word of words) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} t where strpos(t::text, ${word}) > 0`.execute(w.app.db)
      occurrences.push(...rows.map(({ row }) => `${name} says ${word}: ${row}`))
    }
  return occurrences
}

const getFileKey = (link: string) => new URL(link, w.url).pathname.slice('/files/'.length)
async function analyzePhoto({ token }: TestUser, bytes: Uint8Array) {
  const { status, body } = await uploadPhoto(w, token, bytes)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const photo = async (seed: number) => new Uint8Array(await drawLeaf({ seed, spots: true }).jpeg().toBuffer())

describe('a farmer who is forgotten', () => {
  it('leaves posts and comments without a name, and nothing else: no row and no file says who it was', async () => {
    const amina = await signUpFarmer(w, 'amina_wa_kwanza')
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
    await w.request('POST /api/auth/complete-profile', { token: amina.token, body: details })
    await w.app.db.updateTable('users').set({ phone_number: '+256779876543' }).where('id', '=', amina.id).execute()
    const words = [
      ...[amina.email, amina.username, '+256779876543', 'CM9912345XYZ', 'Busia Growers', 'Aminata', 'Nakibuule'],
      ...['Plot 17', 'Beekeeper', 'my cousin in Soroti', 'taken back by me'],
    ]
    // Two photos that only she shows, one of an analysis on the board, and one that somebody else shows as well.
    const shared = await photo(7)
    const [alone, posted, both] = [
      await analyzePhoto(amina, await photo(1)),
      await analyzePhoto(amina, await photo(4)),
      await analyzePhoto(amina, shared),
    ]
    const joan = await signUpFarmer(w)
    const joansAnalysis = await analyzePhoto(joan, shared)
    const post = await createApprovedPost(w, amina, okello, { image: posted.id, rust_detection: posted.id })
    const taken = await createPost(w, amina, { title: 'taken back by me', image: alone.id, rust_detection: alone.id })
    await w.request('DELETE /api/community/posts/{id}/', { token: amina.token, params: { id: taken.body.id } })
    const joansPost = await createApprovedPost(w, joan, okello)
    const ownComment = await createPendingComment(w, amina, joansPost.id, 'Ash keeps it away.')
    await moderateComment(w, okello, joansPost.id, { response_id: ownComment.id, action: 'approve' })
    const ended = await createAppointment(w, amina, okello)
    await cancelBooking(w, amina, ended.id, 'my cousin in Soroti died')
    const waiting = await createPendingBooking(w, amina, okello)
    await w.request('POST /api/account/export/', { token: amina.token })
    await w.runJobs()
    const link = await w.request('POST /api/account/export/link/', { token: amina.token })
    const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/amina', keys: { p256dh: 'x', auth: 'y' } }
    await w.request('POST /api/notifications/push-subscriptions/', { token: amina.token, body: subscription })
    await w.request('POST /api/auth/login/', { body: { email: amina.email, password: 'Wrong-leaf-1' } })
    expect(await findOccurrences(words)).not.toEqual([])
    expect((await fetch(link.body.address)).status).toBe(200)

    await eraseUsers(amina)
    expect(await findOccurrences(words)).toEqual([])
    for (const gone of [alone.image, alone.heatmap, link.body.address].filter(Boolean))
      expect(await w.app.files.has(getFileKey(gone)), gone).toBe(false)
    for (const kept of [posted.image, both.image, joansAnalysis.image])
      expect(await w.app.files.has(getFileKey(kept)), kept).toBe(true)
    expect((await fetchLink(w, joansAnalysis.image)).status).toBe(200)

    for (const [language, name] of [
      ['en', 'a former member'],
      ['sw', 'mwanachama wa zamani'],
      ['lg', 'eyali mmemba'],
    ] as const) {
      const fetchAsJoan = (path: `GET /${string}`) =>
        w.request(path, { token: joan.token, headers: { 'accept-language': language } })
      const { body } = await fetchAsJoan(`GET /api/community/posts/${post.id}/`)
      expect(body).toMatchObject({
        title: post.title,
        rust_detection: posted.id,
        farmer: { id: amina.id, username: name },
      })
      expect((await fetchAsJoan(`GET /api/community/posts/${joansPost.id}/`)).body.farmer_comments).toMatchObject([
        { content: 'Ash keeps it away.', farmer: { username: name } },
      ])
      const news = await fetchNotifications(w, okello, language)
      expect(news.results.find(({ subject }) => subject?.id === waiting.id)?.message).toContain(name)
    }
    const { body } = await getBooking(w, okello, ended.id)
    expect(body).toMatchObject({
      ended: 'cancelled',
      reason: null,
      farmer: { username: 'a former member', email: '', phone_number: null },
    })
    expect((await getPost(w, joan, taken.body.id)).status).toBe(404)

    // Others still comment, and nobody writes to who is gone.
    const letters = (await w.emailsTo(`former-${amina.id}@kutu.invalid`)).length
    expect((await createComment(w, okello, post.id, 'It was rust, as you thought.')).status).toBe(201)
    expect((await w.emailsTo(`former-${amina.id}@kutu.invalid`)).length).toBe(letters)
    const toNobody = await w.app.db.selectFrom('notifications').select('id').where('user_id', '=', amina.id).execute()
    expect(toNobody).toEqual([])
  })

  it('cannot sign in, is in no list, and leaves the address and the name to whoever wants them', async () => {
    const joan = await signUpFarmer(w)
    const count = async () => (await w.request('GET /api/admin/users/', { token: admin.token })).body.count
    const before = await count()
    await eraseUsers(joan)
    expect(await count()).toBe(before - 1)
    for (const email of [joan.email, `former-${joan.id}@kutu.invalid`])
      expect((await w.request('POST /api/auth/login/', { body: { email, password } })).body.error).toBe(
        'invalid_credentials',
      )
    const listed = await w.request('GET /api/admin/users/', { token: admin.token, query: { page_size: 200 } })
    expect(listed.body.results.map(({ id }: { id: string }) => id)).not.toContain(joan.id)
    const change = await w.request('PUT /api/admin/users/{id}/', {
      token: admin.token,
      params: { id: joan.id },
      body: { action: 'reactivate' },
    })
    expect(change.status).toBe(404)
    const audit = await w.request('GET /api/admin/audit/', { token: admin.token, query: { subject_id: joan.id } })
    expect(audit.body.results.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['user.forgotten', 'user.leaving', 'user.registered']),
    )
    const signUpAgain = { ...farmerRegistration(), email: joan.email, username: joan.username }
    expect((await w.request('POST /api/auth/register/farmer/', { body: signUpAgain })).status).toBe(201)
    expect(await count()).toBe(before)
  })

  it('cannot be kept from it by whoever would take the name that is to stand in place of theirs', async () => {
    const { id } = await signUpFarmer(w)
    for (const username of [`former-${id}`, `FORMER-${id}`, `\uff46ormer-${id}`]) {
      const taken = await w.request('POST /api/auth/register/farmer/', { body: { ...farmerRegistration(), username } })
      expect([taken.status, taken.body.error]).toEqual([409, 'username_taken'])
    }
  })

  it('is forgotten on the day and not before; another, too, and an admin alike', async () => {
    const [early, due] = [await signUpFarmer(w), await signUpFarmer(w)]
    const deputy = await createTestAdmin(w, 'deputy')
    expect((await requestDeletion(early)).status).toBe(200)
    await eraseUsers(due, deputy)
    const rows = await w.app.db
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
    expect((await signIn(w, early.email)).id).toBe(early.id)
    const back = w.app.db.updateTable('users').set({ left_at: null }).where('id', '=', due.id)
    await expect(back.execute()).rejects.toThrow('does not come back')
    const named = w.app.db.updateTable('users').set({ username: 'me again' }).where('id', '=', due.id)
    await expect(named.execute()).rejects.toMatchObject({ constraint: 'users_former_are_nobody' })
  })

  it('keeps the figures true: what is left of the analyses is what is counted', async () => {
    const amina = await signUpFarmer(w)
    const kept = await analyzePhoto(amina, await photo(1))
    await analyzePhoto(amina, await photo(4))
    await createApprovedPost(w, amina, okello, { image: kept.id, rust_detection: kept.id })
    await eraseUsers(amina)
    const { rows } = await sql<{ tallied: string; counted: string; all: string; every: string }>`
      select (select coalesce(sum(count), 0) from analysis_tallies where user_id = ${amina.id}::uuid) as tallied,
        (select count(*) from analyses where farmer_id = ${amina.id}::uuid) as counted,
        (select coalesce(sum(count), 0) from all_analysis_tallies) as all, (select count(*) from analyses) as every
    `.execute(w.app.db)
    expect(rows).toEqual([{ tallied: '1', counted: '1', all: rows[0]?.every, every: rows[0]?.every }])
    const people = await sql<{ n: string }>`select sum(count) as n from people_tallies`.execute(w.app.db)
    const there = await sql<{ n: string }>`select count(*) as n from users where left_at is null`.execute(w.app.db)
    expect(people.rows).toEqual(there.rows)
  })
})

it('an expert who is forgotten leaves the photos given for training, without a name', async () => {
  const profile = { ...expertRegistration('otieno_wa_pili'), institution: 'Kisumu Leaf Institute' }
  const otieno = await signUpExpert(w, 'otieno_wa_pili', {
    institution: profile.institution,
    bio: 'Grows up in Homa Bay',
  })
  expect((await submitTrainingImage(w, otieno, await photo(51))).status).toBe(201)
  expect((await listOwnImages(w, otieno)).body.count).toBe(1)
  await eraseUsers(otieno)
  expect(await findOccurrences([otieno.email, otieno.username, 'Kisumu Leaf', 'Homa Bay'])).toEqual([])
  const { photo_hash } = await w.app.db
    .selectFrom('training_images')
    .select('photo_hash')
    .where('uploader_id', '=', otieno.id)
    .executeTakeFirstOrThrow()
  expect(photo_hash).not.toBeNull()
})

it('of every table that names a person it is decided what becomes of it', async () => {
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
      and column_name ~ '^(user|farmer|expert|actor|author|uploader|owner|caller)_id$'`.execute(w.app.db)
  expect(rows.map(({ place }) => place).sort()).toEqual(Object.keys(personalDataColumns).sort())

  const amina = await signUpFarmer(w)
  await analyzePhoto(amina, await photo(1))
  await eraseUsers(amina)
  for (const [place, outcome] of Object.entries(personalDataColumns)) {
    const [table = '', column = ''] = place.split('.')
    if (outcome !== 'deleted') continue
    const left = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${amina.id}::uuid`.execute(w.app.db)
    expect(left.rows, place).toEqual([])
  }
})
