import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { featuresForRole } from './feature-registry.ts'
import { findPublicProfilePhoto } from './features/accounts/profile/public-profile-photos.ts'
import { authenticate } from './features/accounts/sessions/sessions.ts'
import type { OpenedApp } from './open-app.ts'
import { serveDevMailbox } from './platform/email/dev-mailbox.ts'
import { registerApiDocs } from './platform/http/api-docs.ts'
import { registerFeature } from './platform/http/endpoints.ts'
import { registerHealthRoutes } from './platform/http/health/health.ts'
import { createServer } from './platform/http/server.ts'
import { registerWebApp } from './platform/http/web-app/web-app.ts'
import { serveFiles } from './platform/storage/routes.ts'

export type AppServer = {
  server: FastifyInstance
  /** Installs the opened app. Until then every endpoint except health answers 503. */
  activate: (opened: OpenedApp) => void
}

/** Creates the web server of this process. It can listen before the database and the model are open. */
export async function createAppServer(config: Config, log: Logger, webFolder?: string): Promise<AppServer> {
  let opened: OpenedApp | undefined
  const getApp = () => opened?.app
  const getOpened = () => {
    if (!opened) throw new Error('The app is not open yet')
    return opened
  }
  const server = await createServer(config, log)
  registerHealthRoutes(server, getApp, () => getOpened().checks())
  const endpointOptions = {
    getApp,
    getPool: () => getOpened().pool,
    authenticate,
    rateLimits: config.rateLimits,
    linkBase: config.linkBase || undefined,
    isSecure: config.publicUrl.startsWith('https:'),
  }
  for (const feature of featuresForRole(config.role)) registerFeature(server, endpointOptions, feature)
  if (config.role !== 'worker') serveFiles(server, getApp, findPublicProfilePhoto)
  registerApiDocs(server, config)
  serveDevMailbox(server, config)
  await registerWebApp(server, config.role === 'all' || config.role === 'web' ? webFolder : undefined)
  const activate = (parts: OpenedApp) => {
    opened = parts
  }
  return { server, activate }
}
