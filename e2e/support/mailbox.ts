import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { dataDir } from './test-server.ts'

const mailDir = join(dataDir, 'mail')

/** A letter never changes, and there are hundreds of them by the end of a run: each is read once. */
const cache = new Map<string, Promise<Email>>()

function readEmail(name: string): Promise<Email> {
  const email = cache.get(name) ?? readFile(join(mailDir, name)).then(bytes => PostalMime.parse(bytes))
  cache.set(name, email)
  return email
}

/** Every letter an address has got so far, oldest first. */
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

/** Waits for the letter of that number to an address; the first is 1. */
export async function waitForEmail(address: string, position = 1): Promise<{ subject: string; text: string }> {
  await expect
    .poll(async () => (await findEmails(address)).length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(position)
  const email = (await findEmails(address))[position - 1]
  return { subject: email?.subject ?? '', text: email?.text ?? '' }
}

/** The link a letter carries. */
export function extractLink({ text }: { text: string }): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in the letter:\n${text}`)
  return new URL(link)
}

/** The one-time code a letter carries, as the reader sees it. */
export function extractCode({ text }: { text: string }): string {
  const code = /(?<![\w-])\d{4}(?![\w-])/.exec(text.replaceAll(/https?:\/\/\S+/g, ''))?.[0]
  if (!code) throw new Error(`No code in the letter:\n${text}`)
  return code
}
