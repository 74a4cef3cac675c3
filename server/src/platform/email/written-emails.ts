import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { retentionMs } from '@kutu/contract/retention'
import PostalMime, { type Email } from 'postal-mime'
import type { Config } from '../../config.ts'
import type { App } from '../../context.ts'
import { formatEmailTimestamp, getMailDirectory } from './send-email.ts'

type Person = { email: string; username: string }

/** Deletes the emails in DATA_DIR/mail that are addressed to a person, and those to others that name them. */
export async function eraseWrittenEmails(config: Config, person: Person): Promise<void> {
  const folder = getMailDirectory(config)
  for (const name of await listEmailFiles(folder)) {
    const bytes = await readFile(join(folder, name)).catch(() => undefined)
    if (bytes && concerns(await PostalMime.parse(bytes), person)) await rm(join(folder, name), { force: true })
  }
}

function concerns(email: Email, person: Person): boolean {
  const text = [email.subject, email.text, ...email.attachments.map(decodeAttachment)].join('\n').toLowerCase()
  const recipients = (email.to ?? []).map(({ address }) => address?.toLowerCase())
  const address = person.email.toLowerCase()
  return recipients.includes(address) || text.includes(address) || hasName(text, person.username.toLowerCase())
}

const decodeAttachment = ({ content }: Email['attachments'][number]) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** A name counts only as a whole word: the user `rust` must not erase every email about rust in leaf photos. */
function hasName(text: string, name: string): boolean {
  const isWordCharacter = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character)
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + name.length])) return true
  return false
}

/** Deletes old emails in DATA_DIR/mail, including files that a crash has left incomplete. */
export async function sweepWrittenEmails(app: App): Promise<void> {
  const folder = getMailDirectory(app.config)
  const cutoff = formatEmailTimestamp(new Date(app.clock.now().getTime() - retentionMs('writtenEmails')))
  for (const name of await listEmailFiles(folder))
    if (name.replace(/^\./, '') < cutoff) await rm(join(folder, name), { force: true })
}

async function listEmailFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(name => name.endsWith('.eml'))
}
