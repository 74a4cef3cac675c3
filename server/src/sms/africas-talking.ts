import { z } from 'zod'
import type { Config } from '../config.ts'
import { type Outcome, type SendText, TextDelayed } from './text-message.ts'

/** What the gateway answers: one recipient, or none and a message with the reason. */
const answerShape = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string() })),
  }),
})

/** Refusals of the account, not of the number. */
const ofAccount = ['RiskHold', 'InvalidSenderId']
/** The account is empty, which a payment mends, and what the gateway calls its own or the network's failure. */
const mayPass = (statusCode: number) => statusCode === 405 || statusCode >= 500

/** Africa's Talking, `POST /version1/messaging`: one text to one number. */
export function africasTalking(sms: NonNullable<Config['sms']>, patience = 15_000): SendText {
  const address = new URL(`${sms.url.replace(/\/+$/, '')}/version1/messaging`)
  return async ({ to, text }) => {
    const form = new URLSearchParams({ username: sms.username, to, message: text })
    if (sms.senderId) form.set('from', sms.senderId)
    const response = await answerTo(address, {
      method: 'POST',
      headers: { apiKey: sms.apiKey, accept: 'application/json' },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    return outcomeOf(response)
  }
}

/** Of an error only its kind is told on: its text may hold what was sent. */
async function answerTo(address: URL, request: RequestInit): Promise<{ status: number; body: string }> {
  try {
    const response = await fetch(address, request)
    return { status: response.status, body: await response.text() }
  } catch (error) {
    throw new TextDelayed(`the gateway did not answer (${error instanceof Error ? error.name : 'unknown'})`)
  }
}

function outcomeOf({ status, body }: { status: number; body: string }): Outcome {
  if (status >= 500 || status === 408 || status === 429) throw new TextDelayed(`the gateway answered ${status}`)
  if (status >= 300) return { refused: `http_${status}`, mustAct: true }
  const answer = answerShape.safeParse(parsedJson(body))
  // It took the text but says nothing we know: sending again would more likely send twice than help.
  if (!answer.success) return { refused: 'unknown_answer', mustAct: true }
  const { Message, Recipients } = answer.data.SMSMessageData
  const [recipient] = Recipients
  const { status: word, statusCode } = recipient ?? { status: Message, statusCode: 400 }
  // Processed, sent, queued.
  if (statusCode < 400) return 'sent'
  const refused = wordOf(word)
  if (mayPass(statusCode)) throw new TextDelayed(`the gateway answered ${refused}`)
  return { refused, mustAct: ofAccount.includes(refused) }
}

/** One word of the gateway's; anything longer might name the number. */
const wordOf = (said: string) => (/^[A-Za-z]{1,40}$/.test(said) ? said : 'refused')

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
