import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { PermanentJobError } from '../jobs/permanent-job-error.ts'

/** Limits of one delivery, in milliseconds. Parameters of SMTP_URL with the names of nodemailer take precedence. */
export type SmtpTimeouts = {
  /** DNS lookup, TCP connection, greeting and TLS handshake together. */
  connectionTimeout: number
  /** From the connection to the greeting of the server. */
  greetingTimeout: number
  /** Without any data. Some servers scan a message before they confirm it, and a retry would send it twice. */
  socketTimeout: number
  /** The whole delivery, in case the server sends data now and then and never finishes. */
  total: number
}

const defaultTimeouts: SmtpTimeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
  total: 120_000,
}

/** Replies that demand another login or TLS (RFC 4954, RFC 3207): a matter of SMTP_URL and not of the message. */
const configurationReplies = [530, 534, 535, 538]

/** Start of nodemailer's message when the server rejects STARTTLS or does not know it. */
const startTlsRejected = 'Error upgrading connection with STARTTLS'

/**
 * Sends a message by SMTP. With a password in the URL, it uses TLS or fails: a server that offers no STARTTLS may be an
 * attacker who removes the offer.
 * @throws PermanentJobError if the server rejects the message permanently
 */
export async function sendBySmtp(
  url: string,
  message: SendMailOptions,
  { signal, timeouts: { total, ...timeouts } = defaultTimeouts }: { signal: AbortSignal; timeouts?: SmtpTimeouts },
): Promise<void> {
  const deadline = AbortSignal.timeout(total)
  const requireTLS = new URL(url).username !== ''
  try {
    await createTransport({ ...timeouts, requireTLS, url }).sendMail({
      ...message,
      signal: AbortSignal.any([signal, deadline]),
    })
  } catch (error) {
    if (deadline.aborted && !signal.aborted)
      throw new Error(`The mail server did not finish within ${total / 1000} seconds`, { cause: error })
    if (error instanceof Error && error.message.startsWith(startTlsRejected))
      throw new Error(
        'The mail server offers no STARTTLS, and SMTP_URL contains a password: nothing was sent. Use a server with STARTTLS or smtps://',
        { cause: error },
      )
    if (isPermanentRejection(error)) throw new PermanentJobError(error.message, { cause: error })
    throw error
  }
}

/**
 * Returns true for a permanent reply (5yz, RFC 5321) to the sender, the recipient or the content. Replies to the
 * connection or the login concern all messages and may change with the next configuration.
 */
function isPermanentRejection(error: unknown): error is NodemailerError {
  const { permanent, code, responseCode = 0 } = error as NodemailerError
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  return permanent === true && isAboutMessage && !configurationReplies.includes(responseCode)
}
