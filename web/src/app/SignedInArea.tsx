import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { queryClientOf } from '../api/query-client.ts'
import { useUser } from '../api/session.ts'
import { keepLive } from '../features/notifications/live.ts'
import { BottomBar } from './BottomBar.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { keepLanguage } from './keep-language.ts'
import { destinations, menuFor } from './menu.ts'
import { PageWaiting } from './PageWaiting.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useFreshUser } from './use-fresh-user.ts'

/** Everything behind sign-in, with the server's data at hand. */
export function SignedInArea() {
  const userId = useUser()?.id ?? ''
  return (
    <QueryClientProvider client={queryClientOf(userId)}>
      <SignedInLayout key={userId} />
    </QueryClientProvider>
  )
}

function SignedInLayout() {
  const { pathname } = useLocation()
  const entries = menuFor(useUser()?.role)
  const client = useQueryClient()
  useFreshUser()
  useEffect(() => fileWhatWaits(client), [client])
  useEffect(() => keepLive(client), [client])
  useEffect(keepLanguage, [])
  return (
    <>
      <TopBar />
      <div className="flex">
        <SideMenu entries={entries} />
        <main id="content" tabIndex={-1} className="min-w-0 grow px-4 pt-6 pb-28 outline-none md:px-8 md:pb-12">
          <div className="mx-auto flex max-w-5xl flex-col gap-6">
            <CrashBoundary key={pathname}>
              <Suspense fallback={<PageWaiting />}>
                <Outlet />
              </Suspense>
            </CrashBoundary>
          </div>
        </main>
      </div>
      <BottomBar items={destinations(entries)} />
    </>
  )
}

/** Photos that this phone answered without a network go up from whatever screen is opened next. */
const fileWhatWaits = (client: QueryClient) =>
  meanwhile(async () => (await import('../features/detection/keep-filing.ts')).keepFiling(client))

/** Does something beside the screens; what stops it is known once its part of the program has arrived. */
function meanwhile(start: () => Promise<() => void>): () => void {
  let isGone = false
  let stop = () => {
    isGone = true
  }
  // Without that part nothing is lost: it waits for the next start.
  start().then(
    begun => {
      if (isGone) begun()
      else stop = begun
    },
    () => undefined,
  )
  return () => stop()
}
