import type { AuditEntry } from '@kutu/contract/admin'
import type { MessageKey } from '../../../i18n/catalogs.ts'
import { listMessageKeys } from '../../../i18n/i18n.ts'

const prefix = 'audit.did.'

/** The kinds of things that entries are about. */
export const subjectTypes = [
  'user',
  'post',
  'response',
  'booking',
  'slot',
  'warning',
  'analysis',
  'training_image',
  'training_session',
  'teaching',
  'model',
  'api_key',
  'backup',
  'job',
] as const

/** Returns the actions that have a sentence in the catalog `audit`, with the keys of the sentences. */
export const listSentences = () => listMessageKeys(prefix).map(key => ({ action: key.slice(prefix.length), key }))

/** `t` for the sentences, of which some name only the actor or only the subject. */
export type Translate = (key: MessageKey, values: { who: string; name: string }) => string

/** Returns what happened as a sentence: "Achieng approved the post “Yellow leaves”". */
export function describeEntry(
  { action, actor, subject_type, subject_name }: AuditEntry,
  t: Translate,
  words: Words,
): string {
  const who = actor?.username ?? words.system
  const sentence = listSentences().find(each => each.action === action)
  if (!sentence) return `${who}: ${action}`
  const userName = subject_type === 'user' ? (subject_name ?? words.someone) : who
  const isTitled = subject_type === 'post' || subject_type === 'api_key'
  const name = isTitled ? (subject_name === null ? '' : `“${subject_name}”`) : userName
  return t(sentence.key, { who, name }).trim()
}
type Words = { system: string; someone: string }
