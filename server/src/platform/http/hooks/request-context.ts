import type { Endpoint } from '@kutu/contract/endpoint'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { runWithLanguage } from '../../i18n/request-language.ts'
import { negotiateLanguage } from '../../i18n/translate.ts'
import { runWithLogContext } from '../../observability/log-context.ts'

/** Runs the following hooks and the handler with the log context and the language of the request. */
export function requestContext({ path }: Endpoint) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const logContext = Object.assign(request.logContext, { route: path })
    const language = negotiateLanguage(request.headers['accept-language'])
    runWithLogContext(logContext, () => runWithLanguage(language, done))
  }
}
