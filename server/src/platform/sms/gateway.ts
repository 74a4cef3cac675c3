import type { App } from '../../context.ts'
import { smsMessages } from '../observability/metrics.ts'
import { createAfricasTalkingGateway } from './africas-talking.ts'
import type { SendSms } from './sms.ts'

/** Links in an SMS act for its recipient without a sign-in, so they are secrets. */
const hideLinks = (text: string) => text.replaceAll(/\bhttps?:\/\/\S+/gi, '[link]')

/** Returns the configured gateway. Without one, an SMS is only logged: its id, and in dev and demo mode its text without links. */
export function createSmsGateway({ config, log }: Pick<App, 'config' | 'log'>): SendSms {
  if (config.sms) return countResults(createAfricasTalkingGateway(config.sms))
  const isTextLogged = config.mode === 'demo' || config.mode === 'dev'
  return async ({ id, text }) => {
    smsMessages.inc({ outcome: 'not_configured' })
    log.info(isTextLogged ? { id, text: hideLinks(text) } : { id }, 'SMS not sent: no gateway is configured')
    return 'sent'
  }
}

function countResults(send: SendSms): SendSms {
  return async sms => {
    try {
      const result = await send(sms)
      if (result === 'sent') smsMessages.inc({ outcome: 'sent' })
      else smsMessages.inc({ outcome: result.isAccountError ? 'account_rejected' : 'rejected' })
      return result
    } catch (error) {
      smsMessages.inc({ outcome: 'failed' })
      throw error
    }
  }
}
