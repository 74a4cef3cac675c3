import type { App } from '../../context.ts'
import { createAfricasTalkingGateway } from './africas-talking.ts'
import type { SendSms } from './sms.ts'

/** The gateway of the configuration; without one a text is only noted in the log. */
export function createSmsGateway({ config, log }: Pick<App, 'config' | 'log'>): SendSms {
  if (config.sms) return createAfricasTalkingGateway(config.sms)
  const isTextLogged = config.mode === 'demo' || config.mode === 'dev'
  return async ({ id, text }) => {
    log.info(isTextLogged ? { id, text } : { id }, 'text message, not sent: no gateway is configured')
    return 'sent'
  }
}
