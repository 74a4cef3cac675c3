import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { dataDir } from '../runner/test-server.ts'

const mailDir = join(dataDir, 'mail')

/** Emails do not change and there are hundreds of them, so each file is parsed once. */
const cache = new Map<string, Promise<Email>>()

function readEmail(name: string): Promise<Email> {
  const email = cache.get(name) ?? readFile(join(mailDir, name)).then(bytes => PostalMime.parse(bytes))
  cache.set(name, email)
  return email
}

/** Returns the emails sent to an address, oldest first. */
async function findEmails(address: string): Promise<Email[]> {
  const names = await readdir(mailDir).catch(() => [])
  const emails = await Promise.all(
    names
      .filter(name => name.endsWith('.eml') && !name.startsWith('.'))
      .sort()
      .map(readEmail),
  )
  return emails.filter(email => email.to?.some(recipient => recipient.address === address))
}

/** Waits for the n-th email to an address (1 is the first) and returns it. */
export async function waitForEmail(address: string, position = 1): Promise<{ subject: string; text: string }> {
  await expect
    .poll(async () => (await findEmails(address)).length, { timeout: 30_000, intervals: [50] })
    .toBeGreaterThanOrEqual(position)
  const email = (await findEmails(address))[position - 1]
  return { subject: email?.subject ?? '', text: email?.text ?? '' }
}

/**
 * Returns the first link in an email.
 * @throws Error if there is none
 */
export function extractLink({ text }: { text: string }): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in the email:\n${text}`)
  return new URL(link)
}

/**
 * Returns the four-digit code in an email's visible text.
 * @throws Error if there is none
 */
export function extractCode({ text }: { text: string }): string {
  const code = /(?<![\w-])\d{4}(?![\w-])/.exec(text.replaceAll(/https?:\/\/\S+/g, ''))?.[0]
  if (!code) throw new Error(`No code in the email:\n${text}`)
  return code
}
