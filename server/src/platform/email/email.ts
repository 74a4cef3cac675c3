import type { Language } from '@kutu/contract/common'
import type { MessageKey, MessageValues } from '../i18n/translate.ts'

type TemplateOf<Key extends string> = Key extends `mail.${infer Template}.subject` ? Template : never
/** Every email that Kutu sends. Each has a subject and a text in the catalogs: `mail.<template>.subject` and `….text`. */
export type EmailTemplate = TemplateOf<MessageKey>

/** Calendar file (RFC 5545) and its iTIP method (RFC 5546). */
export type CalendarAttachment = { method: 'publish' | 'request' | 'cancel'; file: string }

/** Payload of the job `send_mail`. It is stored in the queue, so its property names must not change. */
export type EmailPayload = {
  to: string
  language: Language
  template: EmailTemplate
  values: MessageValues
  calendar?: CalendarAttachment
  /** Becomes the Message-ID, so that mail programs recognize an email that is sent again after a crash. */
  id?: string
}
