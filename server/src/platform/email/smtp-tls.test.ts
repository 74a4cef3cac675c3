import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, signUpFarmer } from '../../testing/server/test-users.ts'
import { createCertificateAuthority } from '../../testing/tls/certificates.ts'
import { sendBySmtp } from './smtp.ts'

const message = { from: 'kutu@example.org', to: 'amina@example.org', subject: 'Code', text: '0042' }
const send = (url: string) => sendBySmtp(url, message, { signal: new AbortController().signal })

/** Starts a mail server without STARTTLS, like one whose offer an attacker has removed. It accepts everything. */
async function startClearServer() {
  const lines: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.write('220 mail.example.org\r\n')
    socket.on('data', chunk => {
      for (const line of String(chunk).split('\r\n').filter(Boolean)) {
        lines.push(line)
        if (line.startsWith('EHLO')) socket.write('250-mail.example.org\r\n250 AUTH PLAIN LOGIN\r\n')
        else if (line === 'STARTTLS') socket.write('502 not implemented\r\n')
        else if (line === 'DATA') socket.write('354 go on\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, lines }
}

/** Starts a mail server with STARTTLS and a certificate for `localhost`. Returns what it received, and if it was encrypted. */
async function startTlsServer() {
  const logins: { isSecure: boolean; username: string | undefined }[] = []
  const { cert, key } = createCertificateAuthority().issue('localhost')
  const server = new SMTPServer({
    cert,
    key,
    logger: false,
    // Would accept a password in clear text.
    allowInsecureAuth: true,
    onAuth({ username }, session, done) {
      logins.push({ isSecure: session.secure, username })
      done(null, { user: username })
    },
    onData(stream, _session, done) {
      stream.on('end', () => done()).resume()
    },
  })
  server.on('error', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, logins }
}

it('a password is never sent to a mail server without STARTTLS, nor is the email', async () => {
  const { host, lines } = await startClearServer()
  await expect(send(`smtp://kutu:secret@${host}`)).rejects.toThrow(
    'offers no STARTTLS, and SMTP_URL contains a password',
  )
  expect(lines.filter(line => /AUTH|MAIL|RCPT|DATA|0042/.test(line))).toEqual([])
})

it('a password is sent in clear text only if SMTP_URL says so, and an email without password as before', async () => {
  const { host, lines } = await startClearServer()
  await send(`smtp://${host}`)
  expect(lines.some(line => line.startsWith('AUTH'))).toBe(false)
  expect(lines).toContain('0042')
  await send(`smtp://kutu:secret@${host}?requireTLS=false`).catch(() => undefined)
  expect(lines.some(line => line.startsWith('AUTH'))).toBe(true)
})

it('a password goes through STARTTLS to a server with a valid certificate', async () => {
  const { port, logins } = await startTlsServer()
  await expect(send(`smtp://kutu:secret@localhost:${port}`)).rejects.toThrow(/certificate/)
  expect(logins).toEqual([])
  await send(`smtp://kutu:secret@localhost:${port}?tls.rejectUnauthorized=false`)
  expect(logins).toEqual([{ isSecure: true, username: 'kutu' }])
})

it('an email that was not sent for want of TLS is on the system page with the reason', async () => {
  const { host } = await startClearServer()
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const [admin, farmer] = [await createTestAdmin(server), await signUpFarmer(server)]
  await server.runJobs()
  server.app.config.smtpUrl = `smtp://kutu:secret@${host}`
  await server.request('POST /api/auth/forgot-password/', { body: { email: farmer.email } })
  await server.runJobs()
  const { body } = await server.request('GET /api/admin/system/', { token: admin.token })
  expect(body.mail.failures).toMatchObject([
    { job: 'forgot_password', is_given_up: false, error: expect.stringContaining('offers no STARTTLS') },
  ])
})
