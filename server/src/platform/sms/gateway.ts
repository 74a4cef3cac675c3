import type { App } from '../../context.ts'
import { createAfricasTalkingGateway } from './africas-talking.ts'
import type { SendSms } from './sms.ts'

/** Returns the configured gateway. Without one, an SMS is only logged: its id, and in dev and demo mode its text. */
export function createSmsGateway({ config, log }: Pick<App, 'config' | 'log'>): SendSms {
  if (config.sms) return createAfricasTalkingGateway(config.sms)
  const isTextLogged = config.mode === 'demo' || config.mode === 'dev'
  return async ({ id, text }) => {
    log.info(isTextLogged ? { id, text } : { id }, 'SMS not sent: no gateway is configured')
    return 'sent'
  }
}
