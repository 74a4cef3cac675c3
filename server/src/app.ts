import type { RateLimit } from '@kutu/contract/endpoint'
import { type CallBudget, callBudgets } from '@kutu/contract/rate-limits'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { featuresForRole } from './feature-registry.ts'
import { findPublicProfilePhoto } from './features/accounts/profile/public-profile-photos.ts'
import { findKnownAccount } from './features/accounts/sessions/known-devices.ts'
import { authenticate } from './features/accounts/sessions/sessions.ts'
import { parseUserAgent } from './features/accounts/sessions/user-agent.ts'
import { createApiKeys } from './features/api-keys/use/api-key-calls.ts'
import { findHeatmap } from './features/detection/photos/photos.ts'
import type { OpenedApp } from './open-app.ts'
import { serveDevMailbox } from './platform/email/dev-mailbox.ts'
import { registerApiDocs } from './platform/http/api-docs/api-docs.ts'
import { apiError } from './platform/http/api-error.ts'
import { registerFeature } from './platform/http/endpoints.ts'
import { registerHealthRoutes } from './platform/http/health/health.ts'
import { createBudgets, limitOtherRoutes } from './platform/http/hooks/limit.ts'
import { createServer } from './platform/http/server.ts'
import { registerWebApp } from './platform/http/web-app/web-app.ts'
import { type FindPicture, serveFiles } from './platform/storage/routes.ts'

/** Finds a heat map or a public profile photo. */
const findPicture: FindPicture = (app, key) =>
  key.startsWith('heatmaps/') ? findHeatmap(app, key) : findPublicProfilePhoto(app, key)

export type AppServer = {
  server: FastifyInstance
  /** Installs the opened app. Until then every endpoint except health answers 503. */
  activate: (opened: OpenedApp) => void
}

type ServerOptions = {
  /** Smaller budgets for tests. */
  budgets?: Record<CallBudget, RateLimit>
}

/** Creates the web server of this process. It can listen before the database and the model are open. */
export async function createAppServer(
  config: Config,
  log: Logger,
  webFolder?: string,
  { budgets = callBudgets }: ServerOptions = {},
): Promise<AppServer> {
  let opened: OpenedApp | undefined
  const getOpened = () => {
    if (!opened) throw apiError('not_ready', { retryAfter: 1 })
    return opened
  }
  const getApp = () => getOpened().app
  const clock: Clock = { now: () => (opened?.app.clock ?? systemClock).now() }
  const server = await createServer(config, log, { describeAgent, clock })
  const { rateLimits } = config
  const takeFromBudget = createBudgets({ rateLimits, budgets, now: () => clock.now().getTime() })
  limitOtherRoutes(server, takeFromBudget)
  registerHealthRoutes(server, () => getOpened().checks())
  const apiKeys = createApiKeys()
  const endpointOptions = {
    getApp,
    findCaller: authenticate,
    apiKeys,
    takeFromBudget,
    findKnownAccount,
    rateLimits,
    linkBase: config.linkBase || undefined,
    isSecure: config.publicUrl.startsWith('https:'),
  }
  for (const feature of featuresForRole(config.role)) registerFeature(server, endpointOptions, feature)
  if (config.role !== 'worker') serveFiles(server, getApp, findPicture)
  registerApiDocs(server, config)
  serveDevMailbox(server, config)
  const servesApp = config.role === 'all' || config.role === 'web'
  await registerWebApp(server, servesApp ? webFolder : undefined, new URL(config.appUrl).origin)
  const activate = (parts: OpenedApp) => {
    opened = parts
  }
  return { server, activate }
}

function describeAgent(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent)
  return `${browser ?? 'other'} ${system ?? 'other'}`
}
