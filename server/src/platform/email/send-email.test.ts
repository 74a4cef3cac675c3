import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { farmerRegistration } from '../../testing/server/test-users.ts'
import { withTransaction } from '../db/transaction.ts'
import { enqueueEmail } from './enqueue-email.ts'
import { sendEmail } from './send-email.ts'

/** A mail server that keeps what it is sent. */
async function startSmtpSink() {
  const emails: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(email => {
          emails.push(email)
          done()
        }, done)
      })
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      if (address && typeof address === 'object') resolve(address.port)
      else reject(new Error('no port'))
    })
  })
  return { emails, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>(resolve => server.close(resolve)) }
}

let smtpSink: Awaited<ReturnType<typeof startSmtpSink>>
let w: TestServer
beforeAll(async () => {
  smtpSink = await startSmtpSink()
  w = await startTestServer({ smtpUrl: smtpSink.url, mailFrom: 'Kutu <kutu@example.org>' })
})
afterAll(async () => {
  await w.close()
  await smtpSink.close()
})

describe('letters by SMTP', () => {
  it('bring the code of a sign-up in the language asked for', async () => {
    const body = farmerRegistration()
    await w.request('POST /api/auth/register/farmer/', { body, headers: { 'accept-language': 'sw' } })
    await w.runJobs()
    const email = smtpSink.emails.find(({ to }) => to?.[0]?.address === body.email)
    expect(email?.from?.address).toBe('kutu@example.org')
    expect(email?.text).toMatch(/\b\d{4}\b/)
    expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'sw' }))
  })

  it('go out only if the transaction that caused them commits', async () => {
    const email = {
      to: 'nobody@example.org',
      language: 'en',
      letter: 'expert_approved',
      values: { username: 'x' },
    } as const
    const failing = withTransaction(w.app, async tx => {
      await enqueueEmail(tx, email)
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    await w.runJobs()
    expect(smtpSink.emails.filter(({ to }) => to?.[0]?.address === email.to)).toEqual([])
  })

  it('that are sent again after a crash carry the same Message-ID, others each their own', async () => {
    const email = {
      to: 'twice@example.org',
      language: 'en',
      letter: 'expert_approved',
      values: { username: 'x' },
    } as const
    await sendEmail(w.app, { ...email, id: 'one' })
    await sendEmail(w.app, { ...email, id: 'one' })
    await withTransaction(w.app, tx => enqueueEmail(tx, email))
    await withTransaction(w.app, tx => enqueueEmail(tx, email))
    await w.runJobs()
    const ids = smtpSink.emails.filter(({ to }) => to?.[0]?.address === email.to).map(({ messageId }) => messageId)
    expect(ids.slice(0, 2)).toEqual(['<one@localhost>', '<one@localhost>'])
    expect(new Set(ids).size).toBe(3)
  })

  it('cannot be given more receivers or headers by what a person typed', async () => {
    const body = { ...farmerRegistration(), email: 'a@example.org\r\nbcc: b@example.org' }
    expect((await w.request('POST /api/auth/register/farmer/', { body })).status).toBe(400)
  })
})
