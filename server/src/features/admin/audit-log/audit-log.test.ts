import { maxListCount } from '@kutu/contract/common'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestKey } from '../../../testing/features/api-keys.ts'
import { createApprovedPost } from '../../../testing/features/community.ts'
import { createOpenWarning } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const listEntries = async (query: Record<string, string>) =>
  (await server.request('GET /api/admin/audit/', { token: admin.token, query })).body.results

it('an entry names the user or the post that it is about, and nothing else', async () => {
  const [grace, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  const post = await createApprovedPost(server, grace, okello, { title: 'Yellow leaves' })
  const [approved] = await listEntries({ action: 'post.approved', subject_id: post.id })
  expect(approved).toMatchObject({ subject_name: 'Yellow leaves', actor: { username: okello.username } })
  const users = await listEntries({ subject_id: grace.id })
  expect(users.length).toBeGreaterThan(0)
  for (const entry of users) expect(entry.subject_name).toBe(grace.username)

  const entry = {
    at: server.clock.now(),
    actor_id: null,
    action: 'job.retried',
    subject_type: 'job',
    before: null,
    after: null,
  }
  await server.app.db
    .insertInto('audit_log')
    .values({ ...entry, subject_id: '17' })
    .execute()
  const gone = { ...entry, action: 'post.approved', subject_type: 'post', subject_id: crypto.randomUUID() }
  await server.app.db.insertInto('audit_log').values(gone).execute()
  expect((await listEntries({ subject_id: '17' }))[0]).toMatchObject({ subject_name: null, actor: null })
  expect((await listEntries({ subject_id: gone.subject_id }))[0]).toMatchObject({ subject_name: null })
})

it('an entry of a decision on a warning names the district', async () => {
  const id = await createOpenWarning(server)
  const request = { token: admin.token, params: { id }, body: { weeks: 2 } }
  await server.request('POST /api/surveillance/warnings/{id}/confirm/', request)
  const [entry] = await listEntries({ action: 'warning.confirmed', subject_id: id })
  expect(entry.subject_name).toBe('Mbale')
})

it('entries are found by the name of what they are about, in capital or small letters, or by its id', async () => {
  const [amina, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  const post = await createApprovedPost(server, amina, okello, { title: 'Spots on my beans' })
  await createApprovedPost(server, await signUpFarmer(server), okello, { title: 'Spots on my beans and maize' })
  const key = await createTestKey(server, admin, { name: 'Ministry of Agriculture' })
  const listSubjects = async (subject: string) => {
    const entries = await listEntries({ subject })
    return [...new Set(entries.map(({ subject_id }: { subject_id: string }) => subject_id))]
  }
  expect(await listSubjects(amina.username.toUpperCase())).toEqual([amina.id])
  expect(await listSubjects(amina.id)).toEqual([amina.id])
  expect(await listSubjects('spots on MY beans')).toEqual([post.id])
  expect(await listSubjects('ministry of agriculture')).toEqual([key.id])
  expect(await listSubjects('nobody and nothing')).toEqual([])
  expect(await listEntries({ subject: amina.username, action: 'post.approved' })).toEqual([])
  const { body: csv } = await server.request('GET /api/admin/audit/export.csv', {
    token: admin.token,
    query: { subject: 'Spots on my beans' },
  })
  expect(csv.trim().split('\r\n').slice(1)).not.toEqual([])
  for (const line of csv.trim().split('\r\n').slice(1)) expect(line).toContain(post.id)
})

it('the entries of some days can be listed and downloaded as CSV', async () => {
  const insert = (at: string, subject_id: string, before: object | null = null) =>
    server.app.db
      .insertInto('audit_log')
      .values({
        at: new Date(at),
        actor_id: admin.id,
        action: 'job.retried',
        subject_type: 'job',
        subject_id,
        before: before && JSON.stringify(before),
        after: null,
      })
      .execute()
  // In Nairobi the first is on 1 March and the last on 4 March.
  await insert('2025-02-28T21:00:00Z', 'first', { note: '=1+1' })
  await insert('2025-03-03T20:59:59Z', '=second')
  await insert('2025-03-03T21:00:00Z', 'third')
  const days = { from: '2025-03-01', to: '2025-03-03' }
  const listed = await listEntries(days)
  expect(listed.map(({ subject_id }: { subject_id: string }) => subject_id)).toEqual(['=second', 'first'])
  expect(await listEntries({ ...days, time_zone: 'UTC' })).toHaveLength(2)
  expect(await listEntries({ from: '2025-03-04', to: '2025-03-05' })).toHaveLength(1)

  const exportCsv = (query: Record<string, string>, { token }: TestUser = admin) =>
    server.request('GET /api/admin/audit/export.csv', { token, query })
  const { status, headers, body } = await exportCsv(days)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/csv/)
  expect(body).toBe(
    [
      'at,actor,action,subject_type,subject_id,subject_name,before,after',
      `2025-03-03T20:59:59.000Z,${admin.username},job.retried,job,'=second,,,`,
      `2025-02-28T21:00:00.000Z,${admin.username},job.retried,job,first,,"{""note"":""=1+1""}",`,
      '',
    ].join('\r\n'),
  )
  expect((await exportCsv({ actor: 'nobody-of-this-name' })).body).toMatch(/^at,[^\n]*\n$/)
  expect((await exportCsv({ ...days, time_zone: 'Mars/Base' })).body.errors).toMatchObject([{ field: 'time_zone' }])
  expect((await exportCsv({}, await signUpExpert(server))).status).toBe(403)
})

it('is counted up to a limit, and read beyond it', async () => {
  await sql`insert into audit_log (at, action, subject_type, subject_id)
    select now(), 'job.retried', 'job', 'many' from generate_series(1, ${sql.lit(maxListCount + 25)})`.execute(
    server.app.db,
  )
  for (const query of [{}, { subject_id: 'many' }]) {
    const { body } = await server.request('GET /api/admin/audit/', { token: admin.token, query })
    expect([body.count, body.count_is_capped]).toEqual([maxListCount, true])
    expect(body.next).toMatch(/page=2/)
  }
  const page = String(maxListCount / 20 + 1)
  expect(await listEntries({ subject_id: 'many', page, page_size: '20' })).toHaveLength(20)
  expect((await listEntries({ subject_id: 'many', page: '1' })).length).toBeGreaterThan(0)
})
