import { z } from 'zod'
import type { Config } from '../../config.ts'
import { egressFetch } from '../http/security/egress.ts'
import { RetryableSmsError, type SendSms, type SmsResult } from './sms.ts'

/** Reply of the gateway: one recipient, or no recipient and a message with the reason. */
const responseSchema = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string() })),
  }),
})

/** Statuses that concern the account and not the recipient. */
const accountStatuses = ['RiskHold', 'InvalidSenderId']
/** Insufficient balance (405) and failures of the gateway or the network (500 and above) may succeed later. */
const isRetryable = (statusCode: number) => statusCode === 405 || statusCode >= 500

/** Sends one SMS to one number with Africa's Talking, `POST /version1/messaging`. @param timeoutMs of the HTTP request */
export function createAfricasTalkingGateway(sms: NonNullable<Config['sms']>, timeoutMs = 15_000): SendSms {
  const address = new URL(`${sms.url.replace(/\/+$/, '')}/version1/messaging`)
  return async ({ to, text }) => {
    const form = new URLSearchParams({ username: sms.username, to, message: text })
    if (sms.senderId) form.set('from', sms.senderId)
    const response = await postForm(sms, address, {
      method: 'POST',
      headers: { apiKey: sms.apiKey, accept: 'application/json' },
      body: form,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return parseResult(response)
  }
}

/** Posts a form. Errors are replaced by their name, because their message may contain the number or the text. */
async function postForm(
  sms: NonNullable<Config['sms']>,
  address: URL,
  request: RequestInit,
): Promise<{ status: number; body: string }> {
  try {
    const response = await egressFetch({ sms }, address, request)
    return { status: response.status, body: await response.text() }
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    throw new RetryableSmsError(`the gateway did not answer (${name})`, { mayBeSent: !isConnectError(error) })
  }
}

/** Errors before the request has left. */
const connectErrors = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function isConnectError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && connectErrors.includes(String(cause.code))) return true
  return false
}

/** Statuses with which a server says that it did not take the request: too many requests, and unavailable. */
const notTakenStatuses = [429, 503]

function parseResult({ status, body }: { status: number; body: string }): SmsResult {
  if (status >= 500 || status === 408 || status === 429)
    throw new RetryableSmsError(`the gateway answered ${status}`, { mayBeSent: !notTakenStatuses.includes(status) })
  if (status >= 300) return { rejection: `http_${status}`, isAccountError: true }
  const parsed = responseSchema.safeParse(parseJson(body))
  // The gateway accepted the request, but its reply is unknown. A retry would probably send the SMS twice.
  if (!parsed.success) return { rejection: 'unknown_answer', isAccountError: true }
  const { Message, Recipients } = parsed.data.SMSMessageData
  const [recipient] = Recipients
  const { status: gatewayStatus, statusCode } = recipient ?? { status: Message, statusCode: 400 }
  // 100 processed, 101 sent, 102 queued.
  if (statusCode < 400) return 'sent'
  const rejection = sanitizeStatus(gatewayStatus)
  if (isRetryable(statusCode)) throw new RetryableSmsError(`the gateway answered ${rejection}`, { mayBeSent: false })
  return { rejection, isAccountError: accountStatuses.includes(rejection) }
}

/** Keeps a status of one word; anything longer could contain the phone number. */
const sanitizeStatus = (status: string) => (/^[A-Za-z]{1,40}$/.test(status) ? status : 'refused')

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
