import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Returns the key of the page with the emails. It is the same for all processes of an installation. */
export const getDevMailboxKey = ({ tokenSecret }: Config): string =>
  createHmac('sha256', tokenSecret).update('dev-mailbox').digest('base64url')

/** Returns the address of the page with the emails, including its key. Only shown in the terminal of the operator. */
export const getDevMailboxUrl = (config: Config): string =>
  `${config.publicUrl}/dev/mail?key=${getDevMailboxKey(config)}`
