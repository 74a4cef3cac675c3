import { createServer, type IncomingMessage } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { createAfricasTalkingGateway } from './africas-talking.ts'
import { createSmsGateway } from './gateway.ts'
import { RetryableSmsError } from './sms.ts'

type ReceivedRequest = {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  form: URLSearchParams
}

/** Starts a server that replies as documented by the gateway. */
async function startFakeGateway() {
  const requests: ReceivedRequest[] = []
  let next: { status: number; body: string } | 'hang up' | 'silence' = { status: 201, body: '' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    requests.push({ method: request.method, url: request.url, headers: request.headers, form })
    if (next === 'hang up') return request.socket.destroy()
    if (next === 'silence') return
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    requests,
    url: `http://127.0.0.1:${address.port}`,
    respondWith: (status: number, answer: unknown) => {
      next = { status, body: typeof answer === 'string' ? answer : JSON.stringify(answer) }
    },
    misbehave: (behavior: 'hang up' | 'silence') => {
      next = behavior
    },
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}

const recipients = (statusCode: number, status: string) => ({
  SMSMessageData: {
    Message: statusCode < 400 ? 'Sent to 1/1 Total Cost: KES 0.8000' : 'Sent to 0/1 Total Cost: 0',
    Recipients: [{ statusCode, number, status, cost: 'KES 0.8000', messageId: 'ATPid_SampleTxnId123' }],
  },
})

const number = '+254711000111'
const text = { id: 'a-text', to: number, text: 'Kutu: tomorrow at 14:00 EAT & on' }
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: line => lines.push(line) })
const config = readConfig({ DATA_DIR: '/nowhere', TOKEN_SECRET: 'x'.repeat(32), URL_SECRET: 'x'.repeat(32) }, 'test')

let fakeGateway: Awaited<ReturnType<typeof startFakeGateway>>
beforeAll(async () => {
  fakeGateway = await startFakeGateway()
})
beforeEach(() => {
  fakeGateway.requests.length = 0
})
afterAll(() => fakeGateway.close())
const send = () => {
  const sms = { username: 'kutu', apiKey: 'secret-key', senderId: 'KUTU', url: `${fakeGateway.url}/by-way/` }
  return createSmsGateway({ config: { ...config, sms }, log })(text)
}

describe('Africa’s Talking', () => {
  it('gets the documented request: a form with the key in the header', async () => {
    fakeGateway.respondWith(201, recipients(101, 'Success'))
    expect(await send()).toBe('sent')
    const [received] = fakeGateway.requests
    expect(`${received?.method} ${received?.url}`).toBe('POST /by-way/version1/messaging')
    expect(received?.headers.apikey).toBe('secret-key')
    expect(received?.headers.accept).toBe('application/json')
    expect(received?.headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect(Object.fromEntries(received?.form ?? [])).toEqual({
      username: 'kutu',
      to: number,
      message: text.text,
      from: 'KUTU',
    })
  })

  it.each([
    [100, 'Processed'],
    [101, 'Sent'],
    [102, 'Queued'],
  ])('has accepted an SMS with status %i %s', async (code, word) => {
    fakeGateway.respondWith(201, recipients(code, word))
    expect(await send()).toBe('sent')
  })

  it.each([
    [403, 'InvalidPhoneNumber', false],
    [404, 'UnsupportedNumberType', false],
    [406, 'UserInBlacklist', false],
    [407, 'CouldNotRoute', false],
    [409, 'DoNotDisturbRejection', false],
    [401, 'RiskHold', true],
    [402, 'InvalidSenderId', true],
  ])('rejects permanently with %i %s', async (code, word, isAccountError) => {
    fakeGateway.respondWith(201, recipients(code, word))
    expect(await send()).toEqual({ rejection: word, isAccountError })
    expect(fakeGateway.requests).toHaveLength(1)
  })

  it('rejects permanently without a recipient, with the message as reason', async () => {
    fakeGateway.respondWith(201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } })
    expect(await send()).toEqual({ rejection: 'InvalidSenderId', isAccountError: true })
  })

  it.each([
    [401, 'The supplied authentication is invalid', 'http_401'],
    [400, 'Request is missing required form field', 'http_400'],
    [201, '<html>Welcome</html>', 'unknown_answer'],
  ])('needs an operator and no retry for %i with “%s”', async (status, body, rejection) => {
    fakeGateway.respondWith(status, body)
    expect(await send()).toEqual({ rejection, isAccountError: true })
  })

  it.each([
    [405, 'InsufficientBalance'],
    [500, 'InternalServerError'],
    [501, 'GatewayError'],
    [502, 'RejectedByGateway'],
  ])('is retried later after %i %s', async (code, word) => {
    fakeGateway.respondWith(201, recipients(code, word))
    await expect(send()).rejects.toThrow(RetryableSmsError)
  })

  it.each([500, 503, 429])('is retried later after HTTP %i', async status => {
    fakeGateway.respondWith(status, 'busy')
    await expect(send()).rejects.toThrow(RetryableSmsError)
  })

  it('is retried later when the connection fails, and the error contains no phone number', async () => {
    fakeGateway.misbehave('hang up')
    const error = await send().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RetryableSmsError)
    expect(String(error)).not.toContain('711000111')
    const sms = { username: 'kutu', apiKey: 'k', senderId: undefined, url: 'http://127.0.0.1:9' }
    await expect(createSmsGateway({ config: { ...config, sms }, log })(text)).rejects.toThrow(RetryableSmsError)
  })
})

it('a request to Africa’s Talking has a timeout', async () => {
  fakeGateway.misbehave('silence')
  const sendWithShortTimeout = createAfricasTalkingGateway(
    { username: 'kutu', apiKey: 'k', senderId: undefined, url: fakeGateway.url },
    50,
  )
  await expect(sendWithShortTimeout(text)).rejects.toThrow('TimeoutError')
})

describe('without a gateway', () => {
  it('an SMS is logged by its id, in demo mode with its text, never with its number', async () => {
    expect(await createSmsGateway({ config: config, log })(text)).toBe('sent')
    expect(await createSmsGateway({ config: { ...config, mode: 'demo' }, log })(text)).toBe('sent')
    const [redactedLine, demoLine] = lines
    expect(redactedLine).toContain('a-text')
    expect(redactedLine).not.toContain('14:00 EAT')
    expect(demoLine).toContain('14:00 EAT')
    expect(lines.join()).not.toContain('711000111')
    expect(lines.join()).not.toContain('secret-key')
  })

  it('the logged text has no links: who has one can act for the recipient', async () => {
    lines.length = 0
    const sms = {
      ...text,
      text: 'Stop these SMS: https://kutu.example.org/stop#k3v0a9x2m4p1\nAsk: HTTP://KUTU.example?t=1 ok',
    }
    await createSmsGateway({ config: { ...config, mode: 'demo' }, log })(sms)
    expect(JSON.parse(lines.join()).text).toBe('Stop these SMS: [link]\nAsk: [link] ok')
  })
})
