import { createServer } from 'node:http'

/** Takes texts as Africa's Talking documents it, and answers what it is told to. */
export async function textGateway() {
  const taken: { to: string; text: string }[] = []
  const asked: string[] = []
  let next = 101
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const [to, text] = [form.get('to') ?? '', form.get('message') ?? '']
    asked.push(to)
    if (next >= 500) return response.writeHead(next).end('busy')
    if (next < 400) taken.push({ to, text })
    const recipient = { statusCode: next, number: to, status: next < 400 ? 'Success' : 'UserInBlacklist', cost: '0' }
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    /** The texts it took, oldest first. */
    taken,
    /** The numbers it was asked for, whatever it answered. */
    asked,
    sms: { username: 'kutu', apiKey: 'key', senderId: undefined, url: `http://127.0.0.1:${address.port}` },
    answers: (status: number) => {
      next = status
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
