import type { App } from '../context.ts'
import { africasTalking } from './africas-talking.ts'
import type { SendText } from './text-message.ts'

/** The gateway of the configuration; without one a text is only noted in the log. */
export function gatewayOf({ config, log }: Pick<App, 'config' | 'log'>): SendText {
  if (config.sms) return africasTalking(config.sms)
  const isShown = config.mode === 'demo' || config.mode === 'dev'
  return async ({ id, text }) => {
    log.info(isShown ? { id, text } : { id }, 'text message, not sent: no gateway is configured')
    return 'sent'
  }
}
