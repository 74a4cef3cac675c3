import type { User } from '@kutu/contract/accounts/accounts'
import type { Language, Role } from '@kutu/contract/common'
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactElement, Suspense } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { createQueryClient, eraseLoadedData } from '../api/query-client.ts'
import { startSession } from '../api/session/session.ts'
import type { CatalogName } from '../i18n/catalogs.ts'
import { loadCatalogs, setLocale } from '../i18n/i18n.ts'
import { AppRouter } from '../router.tsx'
import { Toaster } from '../ui/feedback/Toaster.tsx'
import { currentToasts, dismissToast } from '../ui/feedback/toasts.ts'
import './api-server.ts'
import './browser-stubs.ts'
import { makeUser } from './users.ts'

// A busy machine needs more than the default of one second, and only failing tests wait this long.
configure({ asyncUtilTimeout: 5_000 })

/** The time of every component test, unless the test sets another. */
export const testTime = new Date('2026-11-21T09:00:00Z')

type Options = {
  /** Who is signed in: a role or a whole user record. Nobody when left out. */
  user?: Role | User
  language?: Language
  /** The catalogs the screen needs besides `common`, `controls`, `menu` and `notifications`. */
  catalogs?: readonly CatalogName[]
  /** The address the screen is opened at. */
  path?: string
  /** The pattern of the screen's route, for parameters such as `/account/posts/:id`; matches every path when left out. */
  route?: string
}

/**
 * Renders one screen as the app does: with a router, a query client, a session and the catalogs loaded. Replies of the
 * server come from `respond` in api-server.ts; a request without a reply fails the test, and so does a console error.
 */
export async function renderScreen(
  screen: ReactElement,
  { user, language = 'en', catalogs = [], path = '/', route = '*' }: Options = {},
) {
  if (user !== undefined) {
    const record = typeof user === 'string' ? makeUser(user) : user
    startSession({ access: 'access-token', refresh: 'refresh-token', user: record })
  }
  await loadCatalogs('common', 'controls', 'menu', 'notifications', ...catalogs)
  await setLocale(language)
  const client = createQueryClient()
  const { queries, ...defaults } = client.getDefaultOptions()
  client.setDefaultOptions({ ...defaults, queries: { ...queries, retryDelay: 0 } })
  window.history.replaceState(null, '', path)
  const rendered = render(
    <QueryClientProvider client={client}>
      <AppRouter>
        <Suspense fallback={<p>Loading the screen</p>}>
          <Switch>
            <Route path={route}>{screen}</Route>
            <Route>
              <p>Another screen</p>
            </Route>
          </Switch>
        </Suspense>
      </AppRouter>
      <Toaster />
    </QueryClientProvider>,
  )
  return {
    ...rendered,
    /** Types, clicks and presses keys as a person does. */
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) }),
    client,
    /** The address the router is at now: path, search and hash. */
    getPath: () => `${window.location.pathname}${window.location.search}${window.location.hash}`,
  }
}

/** The messages of the notices on screen, the newest first. */
export const getNotices = (): string[] => currentToasts().map(({ message }) => message)

const consoleErrors: unknown[][] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: testTime })
  vi.spyOn(console, 'error').mockImplementation((...values) => void consoleErrors.push(values))
})

afterEach(() => {
  cleanup()
  eraseLoadedData()
  for (const { id } of currentToasts()) dismissToast(id)
  localStorage.clear()
  sessionStorage.clear()
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
  vi.useRealTimers()
  expect(consoleErrors.splice(0)).toEqual([])
})
