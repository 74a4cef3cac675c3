import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type SmtpTimeouts, sendBySmtp } from './smtp.ts'

const message = { from: 'kutu@example.org', to: 'amina@example.org', subject: 'Code', text: '0042' }
const long = 60_000

/** Starts a mail server that answers each line of a client with `reply`, and nothing if that is undefined. */
async function startScriptedServer(greeting: string | undefined, reply: (line: string) => string | undefined) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (greeting) socket.write(`${greeting}\r\n`)
    let isData = false
    let rest = ''
    socket.on('data', chunk => {
      const lines = (rest + String(chunk)).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (isData && line !== '.') continue
        isData = line === 'DATA'
        const answer = reply(line)
        if (answer) socket.write(`${answer}\r\n`)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

const answers: [start: string, reply: string][] = [
  ['EHLO', '250 mail.example.org'],
  ['MAIL', '250 ok'],
  ['RCPT', '250 ok'],
  ['DATA', '354 go on'],
  ['.', '250 queued'],
]
const answerUntil = (last: string) => (line: string) => {
  const index = answers.findIndex(([start]) => line.startsWith(start))
  return index < answers.findIndex(([start]) => start === last) ? answers[index]?.[1] : undefined
}

const send = (url: string, timeouts: Partial<SmtpTimeouts>, { signal } = new AbortController()) =>
  sendBySmtp(url, message, {
    signal,
    timeouts: { connectionTimeout: long, greetingTimeout: long, socketTimeout: long, total: long, ...timeouts },
  })

describe('an SMTP delivery ends with an error', () => {
  it('if the server never greets', async () => {
    const { url } = await startScriptedServer(undefined, () => undefined)
    await expect(send(url, { greetingTimeout: 50 })).rejects.toThrow('Greeting never received')
  })

  it('if the server falls silent after any command', async () => {
    for (const [start] of answers) {
      const { url } = await startScriptedServer('220 mail.example.org', answerUntil(start))
      await expect(send(url, { socketTimeout: 50 })).rejects.toThrow('Timeout')
    }
  })

  it('if the server keeps sending and never finishes', async () => {
    const { url, sockets } = await startScriptedServer('220-mail.example.org', () => undefined)
    const timer = setInterval(() => {
      for (const socket of sockets) socket.write('220-please wait\r\n')
    }, 5)
    onTestFinished(() => clearInterval(timer))
    await expect(send(url, { total: 200 })).rejects.toThrow('The mail server did not finish within 0.2 seconds')
  })

  it('when the server process stops', async () => {
    const stopping = new AbortController()
    const { url } = await startScriptedServer('220 mail.example.org', line => {
      if (line === '.') stopping.abort()
      return answerUntil('.')(line)
    })
    await expect(send(url, {}, stopping)).rejects.toThrow('Message sending aborted')
  })
})

describe('a reply to a delivery', () => {
  const rejectAt = async (command: string, reply: string) => {
    const { url } = await startScriptedServer('220 mail.example.org', line =>
      line.startsWith(command) ? reply : answers.find(([start]) => line.startsWith(start))?.[1],
    )
    return expect(send(url, {})).rejects
  }

  it('is permanent if it rejects sender, recipient or content with 5xx', async () => {
    for (const command of ['MAIL', 'RCPT', 'DATA', '.'])
      await (await rejectAt(command, '550 no such mailbox')).toMatchObject({
        name: 'PermanentJobError',
        message: expect.stringContaining('550 no such mailbox'),
      })
  })

  it('is temporary if it is 4xx, or concerns the connection or the login', async () => {
    await (await rejectAt('RCPT', '451 try again')).toMatchObject({ name: 'Error' })
    await (await rejectAt('MAIL', '530 authentication required')).toMatchObject({ name: 'Error' })
    const { url } = await startScriptedServer('554 no service', () => undefined)
    await expect(send(url, {})).rejects.toMatchObject({ name: 'Error' })
  })
})
