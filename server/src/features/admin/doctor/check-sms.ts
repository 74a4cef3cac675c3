import { language } from '@kutu/contract/common'
import { findLongestWarningSms } from '../../surveillance/notices/longest-warning-sms.ts'
import { maxAddressLength, maxSmsParts } from '../../surveillance/notices/warning-sms-text.ts'
import { type CheckContext, type CheckResult, describeError, error, ok, warning } from './check.ts'
import { probe } from './http-probe.ts'

/** Checks that the SMS gateway answers, and in how many parts the longest SMS is sent and paid. */
export async function checkSms(context: CheckContext): Promise<CheckResult[]> {
  const { sms, publicUrl } = context.config
  const parts = checkParts(publicUrl)
  // Without a gateway nobody pays, but the address may be chosen now.
  if (!sms) return [ok('sms', 'No SMS gateway is configured; SMS are only logged.'), ok('sms', parts.message)]
  const gateway = await checkGateway(sms, context.timeoutMs)
  return gateway.status === 'error' ? [gateway] : [gateway, parts]
}

/** The credentials are not used, because each message costs money. */
async function checkGateway(
  { url, username }: NonNullable<CheckContext['config']['sms']>,
  timeoutMs: number,
): Promise<CheckResult> {
  try {
    await probe(url, 'HEAD', timeoutMs)
  } catch (thrown) {
    return error(
      'sms',
      `The SMS gateway at ${url} does not answer: ${describeError(thrown)}.`,
      'Check AFRICASTALKING_URL and the firewall.',
    )
  }
  if (username === 'sandbox')
    return warning(
      'sms',
      'The SMS account is the test system, which sends nothing.',
      'Set AFRICASTALKING_USERNAME and AFRICASTALKING_API_KEY to those of your account.',
    )
  return ok('sms', 'The SMS gateway answers.')
}

const languageNames = { en: 'English', sw: 'Swahili', lg: 'Luganda' } as const

const { options: languages } = language

/** Composes the longest SMS about a disease warning in each language, with the link to `PUBLIC_URL`. */
function checkParts(publicUrl: string): CheckResult {
  const longest = languages.map(language => ({ language, ...findLongestWarningSms(language, publicUrl) }))
  const parts = longest
    .map(sms => `${sms.parts} in ${languageNames[sms.language]} (${sms.septets} characters)`)
    .join(', ')
  const message = `Parts of the longest SMS about a disease warning: ${parts}.`
  const { length } = publicUrl
  const shorten = `Use a PUBLIC_URL of at most ${maxAddressLength} characters: each part is paid.`
  if (longest.some(sms => sms.parts > maxSmsParts))
    return warning('sms', `${message} PUBLIC_URL has ${length} characters, which is too long for three parts.`, shorten)
  if (length <= maxAddressLength) return ok('sms', message)
  return warning(
    'sms',
    `${message} PUBLIC_URL has ${length} characters: with texts of later versions it may become four.`,
    shorten,
  )
}
