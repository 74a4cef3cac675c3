import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { farmerSignUp } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { deliver } from './deliver.ts'
import { sendLetter } from './letters.ts'

/** A mail server that keeps what it is sent. */
async function sink() {
  const letters: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(letter => {
          letters.push(letter)
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
  return { letters, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>(resolve => server.close(resolve)) }
}

let mail: Awaited<ReturnType<typeof sink>>
let w: World
beforeAll(async () => {
  mail = await sink()
  w = await world({ smtpUrl: mail.url, mailFrom: 'Kutu <kutu@example.org>' })
})
afterAll(async () => {
  await w.close()
  await mail.close()
})

describe('letters by SMTP', () => {
  it('bring the code of a sign-up in the language asked for', async () => {
    const body = farmerSignUp()
    await w.call('POST /api/auth/register/farmer/', { body, headers: { 'accept-language': 'sw' } })
    await w.runJobs()
    const letter = mail.letters.find(({ to }) => to?.[0]?.address === body.email)
    expect(letter?.from?.address).toBe('kutu@example.org')
    expect(letter?.text).toMatch(/\b\d{4}\b/)
    expect(letter?.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'sw' }))
  })

  it('go out only if the transaction that caused them commits', async () => {
    const letter = {
      to: 'nobody@example.org',
      language: 'en',
      letter: 'expert_approved',
      values: { username: 'x' },
    } as const
    const failing = write(w.app, async tx => {
      await sendLetter(tx, letter)
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    await w.runJobs()
    expect(mail.letters.filter(({ to }) => to?.[0]?.address === letter.to)).toEqual([])
  })

  it('that are sent again after a crash carry the same Message-ID, others each their own', async () => {
    const letter = {
      to: 'twice@example.org',
      language: 'en',
      letter: 'expert_approved',
      values: { username: 'x' },
    } as const
    await deliver(w.app, { ...letter, id: 'one' })
    await deliver(w.app, { ...letter, id: 'one' })
    await write(w.app, tx => sendLetter(tx, letter))
    await write(w.app, tx => sendLetter(tx, letter))
    await w.runJobs()
    const ids = mail.letters.filter(({ to }) => to?.[0]?.address === letter.to).map(({ messageId }) => messageId)
    expect(ids.slice(0, 2)).toEqual(['<one@localhost>', '<one@localhost>'])
    expect(new Set(ids).size).toBe(3)
  })

  it('cannot be given more receivers or headers by what a person typed', async () => {
    const body = { ...farmerSignUp(), email: 'a@example.org\r\nbcc: b@example.org' }
    expect((await w.call('POST /api/auth/register/farmer/', { body })).status).toBe(400)
  })
})
