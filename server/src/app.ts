import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { callerOf } from './accounts/sessions.ts'
import type { Config } from './config.ts'
import { featuresOf } from './features.ts'
import { serveFiles } from './files/routes.ts'
import { serveDocs } from './http/docs.ts'
import { serve } from './http/serve.ts'
import { createServer, serveWeb } from './http/server.ts'
import { serveState } from './http/state.ts'
import { serveDevMail } from './mail/dev-mail.ts'
import type { Opened } from './open.ts'

export type Serving = {
  server: FastifyInstance
  /** Hands over what was opened: until then every call but health answers 503. */
  ready: (opened: Opened) => void
}

/** The whole web server of a process, before anything behind it is open. */
export async function createApp(config: Config, log: Logger, webFolder?: string): Promise<Serving> {
  let opened: Opened | undefined
  const app = () => opened?.app
  const whenOpen = () => {
    if (!opened) throw new Error('asked before everything was open')
    return opened
  }
  const server = await createServer(config, log)
  serveState(server, app, () => whenOpen().checks())
  const serving = {
    app,
    pool: () => whenOpen().pool,
    callerOf,
    rateLimits: config.rateLimits,
    linkBase: config.linkBase || undefined,
  }
  for (const feature of featuresOf(config.role)) serve(server, serving, feature)
  if (config.role !== 'worker') serveFiles(server, app)
  serveDocs(server, config)
  serveDevMail(server, config)
  await serveWeb(server, config.role === 'all' || config.role === 'web' ? webFolder : undefined)
  const ready = (parts: Opened) => {
    opened = parts
  }
  return { server, ready }
}
