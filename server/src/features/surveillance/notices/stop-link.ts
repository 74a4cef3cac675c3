import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../../../context.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { deriveKey, deriveKeys } from '../../../platform/secrets.ts'
import { formatAccountNumber, parseAccountNumber } from '../../accounts/signup/account-numbers.ts'
import { loadKindChoices, updateNotificationChoices } from '../../notifications/settings/notification-choices.ts'

const purpose = 'stop-sms'
/** Characters of the code of a token: letters and digits only, because phones end a link at some other characters. */
export const codeLength = 12

/** Returns the code of an account: the first 62 bits of the HMAC-SHA-256 of its number, in base 36. */
function computeCode(key: Buffer, number: string): string {
  const bits = createHmac('sha256', key).update(number).digest().readBigUInt64BE() >> 2n
  return bits.toString(36).padStart(codeLength, '0').slice(-codeLength)
}

/**
 * Returns the link at the end of an SMS about a warning. It needs no sign-in and can only stop and restart these SMS, so it does not
 * expire. It is short, because a message is paid by its length: the code and the account number in base 36.
 */
export function createStopLink(app: App, accountNumber: string): string {
  const number = parseAccountNumber(accountNumber)
  if (number === undefined) throw new Error('a former member gets no SMS')
  return formatStopLink(app.config.publicUrl, computeCode(deriveKey(app, purpose), number), Number(number))
}

export const formatStopLink = (publicUrl: string, code: string, accountNumber: number): string =>
  `${publicUrl}/stop#${code}${accountNumber.toString(36)}`

/**
 * Returns if the SMS about warnings are on for the account of a token, and the language in which they are written.
 * @throws ApiError token_invalid
 */
export async function showSms(app: App, token: string) {
  const { id, language } = await findRecipient(app, token)
  const isEnabled = await loadKindChoices(app.db, [id], 'text')
  return { is_on: isEnabled(id, 'warnings'), language }
}

/**
 * Switches the SMS about warnings off or on for the account of a token, without a sign-in.
 * @throws ApiError token_invalid
 */
export async function chooseSms(app: App, { token, is_on }: { token: string; is_on: boolean }) {
  const recipient = await findRecipient(app, token)
  await updateNotificationChoices(app, recipient, [{ kind: 'warnings', channel: 'text', is_on }])
  return { is_on }
}

/** @throws ApiError token_invalid */
async function findRecipient(app: App, token: string) {
  const user = await app.db
    .selectFrom('users')
    .select(['id', 'language'])
    .where('account_number', '=', verifyToken(app, token))
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow(() => apiError('token_invalid'))
  return user
}

/** Returns the account number of a token that this installation made, also before a rotation of its secret. */
function verifyToken(app: App, token: string): string {
  const code = Buffer.from(token.slice(0, codeLength))
  const number = String(Number.parseInt(token.slice(codeLength), 36))
  const isValid = deriveKeys(app, purpose).some(key => {
    const expected = Buffer.from(computeCode(key, number))
    return expected.length === code.length && timingSafeEqual(expected, code)
  })
  if (!isValid) throw apiError('token_invalid')
  return formatAccountNumber(number)
}
