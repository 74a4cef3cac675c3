import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtpServer, startSmtpServer } from '../../testing/fakes/smtp-server.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { farmerRegistration } from '../../testing/server/test-users.ts'
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
      letter: 'expert_approved',
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
      letter: 'expert_approved',
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

  it('cannot get further recipients or headers from user input', async () => {
    const body = { ...farmerRegistration(), email: 'a@example.org\r\nbcc: b@example.org' }
    expect((await server.request('POST /api/auth/register/farmer/', { body })).status).toBe(400)
  })
})
