import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type FakeSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>

class SmtpReply extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Starts an SMTP server that stores the emails it receives. On demand it hangs or rejects them. */
export async function startSmtpServer() {
  const emails: Email[] = []
  const attempts: string[] = []
  /** Received emails that are not confirmed, by session. */
  const held = new Map<string, () => void>()
  let isHanging = false
  let rejection: SmtpReply | undefined
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      attempts.push(address)
      done(rejection)
    },
    onData(stream, { id }, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(email => {
          const accept = () => {
            emails.push(email)
            done()
          }
          if (isHanging) held.set(id, accept)
          else accept()
        }, done)
      })
    },
    onClose({ id }) {
      held.delete(id)
    },
  })
  // A client that is killed resets its connection.
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve, reject) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      if (address && typeof address === 'object') resolve(address.port)
      else reject(new Error('no port'))
    })
  })
  return {
    /** The accepted emails, oldest first. */
    emails,
    /** The recipient of every attempt. */
    attempts,
    /** Number of emails that wait for their confirmation. */
    heldCount: () => held.size,
    /** From now on, emails are not confirmed. */
    hang: () => {
      isHanging = true
    },
    /** Confirms the held emails of the clients that are still connected, and new ones immediately. */
    resume: () => {
      isHanging = false
      for (const accept of held.values()) accept()
      held.clear()
    },
    /** Rejects all recipients with this reply code; accepts them again without one. */
    rejectRecipients: (code?: number) => {
      rejection = code ? new SmtpReply(code, 'Rejected by the test') : undefined
    },
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}
