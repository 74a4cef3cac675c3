import { createServer } from 'node:http'

/** Starts a fake SMS gateway with the API of Africa's Talking. */
export async function startSmsGateway() {
  const accepted: { to: string; text: string }[] = []
  const requestedNumbers: string[] = []
  /** Sends the reply of a message that is held, by its request. */
  const held = new Set<() => void>()
  let isHolding = false
  let nextStatus: number | 'hang up' = 101
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const [to, text] = [form.get('to') ?? '', form.get('message') ?? '']
    requestedNumbers.push(to)
    if (nextStatus === 'hang up') {
      accepted.push({ to, text })
      return request.socket.destroy()
    }
    if (nextStatus >= 500) return response.writeHead(nextStatus).end('busy')
    if (nextStatus < 400) accepted.push({ to, text })
    const recipient = {
      statusCode: nextStatus,
      number: to,
      status: nextStatus < 400 ? 'Success' : 'UserInBlacklist',
      cost: '0',
    }
    const reply = () => {
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } }))
    }
    if (!isHolding) return reply()
    held.add(reply)
    response.once('close', () => held.delete(reply))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    /** The accepted messages, oldest first. */
    accepted,
    /** The recipients of all requests, accepted or not. */
    requestedNumbers,
    sms: { username: 'kutu', apiKey: 'key', senderId: undefined, url: `http://127.0.0.1:${address.port}` },
    /** Sets the next replies. `hang up` accepts the message and closes the connection without a reply. */
    respondWith: (status: number | 'hang up') => {
      nextStatus = status
    },
    /** From now on, messages are accepted and the replies are held. */
    hold: () => {
      isHolding = true
    },
    /** Number of requests that wait for their reply. */
    heldCount: () => held.size,
    /** Sends the held replies to the clients that are still connected, and new ones immediately. */
    resume: () => {
      isHolding = false
      for (const reply of held) reply()
      held.clear()
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
