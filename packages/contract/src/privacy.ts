import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The facts on the privacy page about this installation. How long data is kept is in retention.ts. */
const privacyNotice = z.object({
  /** Who is responsible for the data; null if the operator has not named themselves. */
  controller: z.object({ name: z.string(), address: z.string().nullable(), contact: z.string().nullable() }).nullable(),
  /** The company that runs the servers; null if the operator has not named it. */
  hosting: z.string().nullable(),
  /** Services that receive data, besides the push services of browsers. */
  recipients: z.object({ email: z.boolean(), sms: z.boolean(), objectStorage: z.boolean() }),
  /** True if an administrator approves experts before they can advise. */
  experts_are_checked: z.boolean(),
  /** Days that the daily backups of the server are kept; null if it makes none and the operator decides. */
  backup_days: z.number().int().nullable(),
})
export type PrivacyNotice = z.infer<typeof privacyNotice>

export const privacy = {
  showNotice: endpoint({
    method: 'GET',
    path: '/api/privacy/',
    access: 'anyone',
    summary: 'Get who is responsible for the personal data of this installation and who receives it',
    reply: privacyNotice,
  }),
}
