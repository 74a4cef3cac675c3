import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  expertRegistration,
  password,
  signIn,
  signUpExpert,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { createAdmin } from '../users/create-admin.ts'
import { approveExpert } from './approvals.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const listExperts = (query: Record<string, string | number> = {}) =>
  server.request('GET /api/admin/experts/', { token: admin.token, query })
const decide = (id: string, body: object, token = admin.token) =>
  server.request('PUT /api/admin/experts/{id}/', { token, params: { id }, body })
const usernames = (response: { body: { results: { username: string }[] } }) =>
  response.body.results.map(({ username }) => username)

describe('an admin', () => {
  it('sees the waiting experts with their details, oldest first', async () => {
    const first = await signUpExpert(server, 'first')
    server.clock.advance(1000)
    await server.request('POST /api/auth/register/expert/', { body: expertRegistration('second') })
    const { status, body } = await listExperts()
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 2, next: null, previous: null })
    expect(body.results).toMatchObject([
      {
        id: first.id,
        username: 'first',
        email: 'first@example.org',
        phone_number: '+254712345678',
        approval: 'waiting',
        is_active: true,
        profile: { institution: 'KALRO Njoro', areas_of_expertise: 'Maize, Wheat rust' },
      },
      { username: 'second', is_active: false },
    ])
  })

  it('searches experts by name, email, institution and areas, page by page', async () => {
    server.clock.advance(1000)
    const body = {
      ...expertRegistration('Searched_One'),
      institution: 'NARO 100% Kawanda',
      areas_of_expertise: 'Beans',
    }
    await server.request('POST /api/auth/register/expert/', { body })
    expect(usernames(await listExperts({ search: 'kawanda BEANS' }))).toEqual(['Searched_One'])
    expect(usernames(await listExperts({ search: 'searched_one@' }))).toEqual(['Searched_One'])
    expect(usernames(await listExperts({ search: '100%' }))).toEqual(['Searched_One'])
    expect(usernames(await listExperts({ search: 'searched%one' }))).toEqual([])
    const page = await listExperts({ page: 2, page_size: 1 })
    expect(usernames(page)).toEqual(['second'])
    expect(page.body.count).toBe(3)
    expect(new URL(page.body.next).searchParams.get('page')).toBe('3')
  })

  it('is notified of an expert who waits, once the account is active, until the decision', async () => {
    const listMessages = async () =>
      (await fetchNotifications(server, admin)).results
        .filter(({ type }) => type === 'expert_waiting')
        .map(({ message }) => message)
    await server.request('POST /api/auth/register/expert/', { body: expertRegistration('not_activated') })
    const person = await signUpExpert(server, 'on_the_list')
    const message = 'on_the_list, an expert, waits for your approval.'
    const messages = await listMessages()
    expect(messages).toContain(message)
    expect(messages.join()).not.toContain('not_activated')
    await decide(person.id, { action: 'decline', reason: 'No certificate.' })
    expect(await listMessages()).not.toContain(message)
  })

  it('approves an expert, who is notified by email and may moderate with the current token', async () => {
    const person = await signUpExpert(server)
    const fetchOwnUser = () => server.request('GET /api/auth/me', { token: person.token })
    expect((await fetchOwnUser()).body.is_approved).toBe(false)
    const { status, body } = await decide(person.id, { action: 'approve' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: person.id, approval: 'approved' })
    expect((await fetchOwnUser()).body.is_approved).toBe(true)
    expect((await server.emailsTo(person.email)).at(-1)?.subject).toBe('Your Kutu expert account is approved')
    expect(usernames(await listExperts({ approval: 'approved' }))).toEqual([person.username])
  })

  it('is offered the country of the districts served or of the phone, and decides it in the approval', async () => {
    const [person, later] = [await signUpExpert(server, 'kenyan'), await signUpExpert(server, 'no_country')]
    const findCountries = async () => (await listExperts({ search: 'kenyan' })).body.results
    expect(await findCountries()).toMatchObject([{ country: null, suggested_country: 'KE' }])
    await server.request('PUT /api/account/districts-served/', {
      token: person.token,
      body: { districts: ['UG-mbale'] },
    })
    expect(await findCountries()).toMatchObject([{ country: null, suggested_country: 'UG' }])
    const approval = { action: 'approve', country: 'RW', districts: ['UG-arua', 'UG-gulu'] }
    expect((await decide(person.id, { ...approval, districts: ['XX-none'] })).body.error).toBe('validation_failed')
    expect((await decide(person.id, approval)).body).toMatchObject({ country: 'RW', districts: approval.districts })
    const served = await server.request('GET /api/account/districts-served/', { token: person.token })
    expect(served.body.districts.map(({ name }: { name: string }) => name)).toEqual(['Arua', 'Gulu'])
    expect((await decide(later.id, { action: 'approve', country: null })).body).toMatchObject({
      country: null,
      suggested_country: 'KE',
    })
    const fetchChosen = ({ token }: TestUser) => server.request('GET /api/surveillance/expert-country/', { token })
    expect((await fetchChosen(person)).body).toEqual({ country: 'RW' })
    expect((await fetchChosen(later)).body).toEqual({ country: null })
    expect((await decide(later.id, { action: 'approve', country: 'XX' })).status).toBe(400)
    const { body } = await server.request('GET /api/admin/audit/', {
      token: admin.token,
      query: { action: 'expert.country_set' },
    })
    expect(body.results).toMatchObject([
      { actor: { id: admin.id }, subject_id: person.id, before: { country: null }, after: { country: 'RW' } },
    ])
  })

  it('declines an expert with a reason, in the language of the expert', async () => {
    const person = await signUpExpert(server)
    await server.app.db.updateTable('users').set({ language: 'sw' }).where('id', '=', person.id).execute()
    const { body } = await decide(person.id, { action: 'decline', reason: 'No certificate {yet}' })
    expect(body.approval).toBe('declined')
    const sentEmail = (await server.emailsTo(person.email)).at(-1)
    expect(sentEmail?.subject).toBe('Akaunti yako ya mtaalamu wa Kutu haikuidhinishwa')
    expect(sentEmail?.text).toContain('Sababu: No certificate {yet}')
    expect((await decide(person.id, { action: 'approve' })).body.approval).toBe('approved')
  })

  it('gets already_decided if another admin was first', async () => {
    const person = await signUpExpert(server)
    const responses = await Promise.all(Array.from({ length: 8 }, () => decide(person.id, { action: 'approve' })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ body }) => body.error === 'already_decided')).toHaveLength(7)
    const sentEmails = (await server.emailsTo(person.email)).filter(({ subject }) => subject?.includes('approved'))
    expect(sentEmails).toHaveLength(1)
  })

  it('finds no expert with another id', async () => {
    for (const id of [admin.id, '00000000-0000-4000-8000-000000000000', 'x'])
      expect((await decide(id, { action: 'approve' })).body).toMatchObject({ status: 404, error: 'not_found' })
    const { status } = await decide(admin.id, { action: 'dismiss' })
    expect(status).toBe(400)
  })
})

it('only an admin lists and decides applications', async () => {
  const person = await signUpExpert(server)
  expect((await decide(person.id, { action: 'approve' }, person.token)).body.error).toBe('forbidden')
  expect((await server.request('GET /api/admin/experts/', { token: person.token })).body.error).toBe('forbidden')
  expect((await server.request('GET /api/admin/audit/')).body.error).toBe('unauthenticated')
})

it('the audit log lists who did what to whom, newest first, filtered by action and subject', async () => {
  const person = await signUpExpert(server)
  await decide(person.id, { action: 'decline', reason: 'Unknown institution' })
  const listAuditLog = (query: Record<string, string | number>) =>
    server.request('GET /api/admin/audit/', { token: admin.token, query })
  const { body } = await listAuditLog({ subject_id: person.id })
  expect(body.results[0]).toMatchObject({
    actor: { id: admin.id, username: 'admin' },
    action: 'expert.declined',
    subject_type: 'user',
    subject_id: person.id,
    before: { approval: 'waiting' },
    after: { approval: 'declined', reason: 'Unknown institution' },
  })
  expect(body.results.map(({ action }: { action: string }) => action)).toEqual([
    'expert.declined',
    'session.opened',
    'user.activated',
    'user.email_verified',
    'user.registered',
  ])
  const declined = await listAuditLog({ action: 'expert.declined', subject_id: person.id })
  expect(declined.body.count).toBe(1)
  const own = await listAuditLog({ actor: person.username.toUpperCase(), page_size: 50 })
  expect(own.body.count).toBeGreaterThan(0)
  for (const { actor } of own.body.results) expect(actor).toEqual({ id: person.id, username: person.username })
  const theirs = await listAuditLog({ actor: 'admin', action: 'expert.declined', subject_id: person.id })
  expect(theirs.body.count).toBe(1)
  expect((await listAuditLog({ actor: 'nobody-of-that-name' })).body.count).toBe(0)
  const page = await listAuditLog({ page: 2, page_size: 3 })
  expect(page.body.results).toHaveLength(3)
  expect(page.body.count).toBeGreaterThan(6)
})

it('the command line approves an expert by email and reports errors', async () => {
  const person = await signUpExpert(server)
  expect((await approveExpert(server.app, person.email.toUpperCase())).approval).toBe('approved')
  await expect(approveExpert(server.app, person.email)).rejects.toMatchObject({ code: 'already_decided' })
  await expect(approveExpert(server.app, 'nobody@example.org')).rejects.toMatchObject({ code: 'not_found' })
})

it('the command line creates an admin once, and not with a weak password or an invalid email', async () => {
  const createTestAdmin = (email: string, username: string, secret = password) =>
    createAdmin(server.app, { email, username, password: secret })
  await createTestAdmin('Deputy@example.org', 'deputy')
  expect((await signIn(server, 'deputy@example.org')).email).toBe('deputy@example.org')
  await expect(createTestAdmin('deputy@example.org', 'third')).rejects.toMatchObject({ code: 'email_taken' })
  await expect(createTestAdmin('third@example.org', 'ADMIN')).rejects.toMatchObject({ code: 'username_taken' })
  await expect(createTestAdmin('third@example.org', 'third', 'leaf12')).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await expect(createTestAdmin('third', 'third')).rejects.toMatchObject({ code: 'validation_failed' })
})
