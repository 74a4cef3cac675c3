import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { dataDir } from './product.ts'

const folder = join(dataDir, 'mail')

/** A letter never changes, and there are hundreds of them by the end of a run: each is read once. */
const read = new Map<string, Promise<Email>>()

function letterIn(name: string): Promise<Email> {
  const letter = read.get(name) ?? readFile(join(folder, name)).then(bytes => PostalMime.parse(bytes))
  read.set(name, letter)
  return letter
}

/** Every letter an address has got so far, oldest first. */
async function lettersTo(address: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => [])
  const letters = await Promise.all(
    names
      .filter(name => name.endsWith('.eml') && !name.startsWith('.'))
      .sort()
      .map(letterIn),
  )
  return letters.filter(letter => letter.to?.some(to => to.address === address))
}

/** Waits for the letter of that number to an address; the first is 1. */
export async function letterTo(address: string, number = 1): Promise<{ subject: string; text: string }> {
  await expect.poll(async () => (await lettersTo(address)).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(number)
  const letter = (await lettersTo(address))[number - 1]
  return { subject: letter?.subject ?? '', text: letter?.text ?? '' }
}

/** The link a letter carries. */
export function linkIn({ text }: { text: string }): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in the letter:\n${text}`)
  return new URL(link)
}

/** The one-time code a letter carries, as the reader sees it. */
export function codeIn({ text }: { text: string }): string {
  const code = /(?<![\w-])\d{4}(?![\w-])/.exec(text.replaceAll(/https?:\/\/\S+/g, ''))?.[0]
  if (!code) throw new Error(`No code in the letter:\n${text}`)
  return code
}
