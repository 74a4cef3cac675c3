import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { smsFile, smsPort } from './test-server.ts'

/** Records a message for `support/sms.ts` and returns the reply of the gateway. */
async function accept(request: IncomingMessage): Promise<string> {
  const form = new URLSearchParams(await text(request))
  const number = form.get('to') ?? ''
  await appendFile(smsFile, `${JSON.stringify({ to: number, text: form.get('message') ?? '' })}\n`)
  const recipient = { statusCode: 101, number, status: 'Success', cost: '0' }
  return JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } })
}

/** Starts an SMS gateway with the API of Africa's Talking, which sends nothing. Returns the function that stops it. */
// biome-ignore lint/style/noDefaultExport: Playwright requires a default export
export default async function startSmsGateway(): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    const reply = await accept(request)
    response.writeHead(201, { 'content-type': 'application/json' }).end(reply)
  })
  await once(server.listen(smsPort, '127.0.0.1'), 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
