import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tasks } from '../../tasks.ts'
import { type FakeSmtpServer, startSmtpServer } from '../../testing/fakes/smtp-server.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, farmerRegistration } from '../../testing/server/test-users.ts'
import { withTransaction } from '../db/transaction.ts'
import { enqueueEmail } from './enqueue-email.ts'
import { sendEmail } from './send-email.ts'

let smtp: FakeSmtpServer
let server: TestServer
beforeAll(async () => {
  smtp = await startSmtpServer()
  server = await startTestServer({ smtpUrl: smtp.url, mailFrom: 'Kutu <kutu@example.org>' })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

describe('emails sent by SMTP', () => {
  it('contain the sign-up code in the requested language', async () => {
    const body = farmerRegistration()
    await server.request('POST /api/auth/register/farmer/', { body, headers: { 'accept-language': 'sw' } })
    await server.runJobs()
    const email = smtp.emails.find(({ to }) => to?.[0]?.address === body.email)
    expect(email?.from?.address).toBe('kutu@example.org')
    expect(email?.text).toMatch(/\b\d{4}\b/)
    expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'sw' }))
  })

  it('are sent only if their transaction commits', async () => {
    const email = {
      to: 'nobody@example.org',
      language: 'en',
      template: 'expert_approved',
      values: { username: 'x' },
    } as const
    const failing = withTransaction(server.app, async tx => {
      await enqueueEmail(tx, email)
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    await server.runJobs()
    expect(smtp.emails.filter(({ to }) => to?.[0]?.address === email.to)).toEqual([])
  })

  it('have the same Message-ID when sent again after a crash, and otherwise their own', async () => {
    const email = {
      to: 'twice@example.org',
      language: 'en',
      template: 'expert_approved',
      values: { username: 'x' },
    } as const
    const { signal } = new AbortController()
    await sendEmail(server.app, { ...email, id: 'one' }, signal)
    await sendEmail(server.app, { ...email, id: 'one' }, signal)
    await withTransaction(server.app, tx => enqueueEmail(tx, email))
    await withTransaction(server.app, tx => enqueueEmail(tx, email))
    await server.runJobs()
    const ids = smtp.emails.filter(({ to }) => to?.[0]?.address === email.to).map(({ messageId }) => messageId)
    expect(ids.slice(0, 2)).toEqual(['<one@localhost>', '<one@localhost>'])
    expect(new Set(ids).size).toBe(3)
  })

  it('have the same Message-ID when a code or a reset link is sent again', async () => {
    const admin = await createTestAdmin(server)
    const body = farmerRegistration()
    await server.request('POST /api/auth/register/farmer/', { body })
    const { id } = await server.app.db
      .selectFrom('one_time_codes as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select('c.id')
      .where('u.email', '=', body.email)
      .executeTakeFirstOrThrow()
    const { signal } = new AbortController()
    const reset = { id: randomUUID(), email: admin.email }
    for (let attempt = 0; attempt < 2; attempt++) {
      await tasks.send_code(server.app, { id }, signal)
      await tasks.forgot_password(server.app, reset, signal)
    }
    const listIds = (email: string) =>
      smtp.emails.filter(({ to }) => to?.[0]?.address === email).map(({ messageId }) => messageId)
    expect(listIds(body.email)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`])
    expect(listIds(admin.email).slice(-2)).toEqual([`<${reset.id}@localhost>`, `<${reset.id}@localhost>`])
  })

  it('cannot get further recipients or headers from user input', async () => {
    const body = { ...farmerRegistration(), email: 'a@example.org\r\nbcc: b@example.org' }
    expect((await server.request('POST /api/auth/register/farmer/', { body })).status).toBe(400)
  })
})
