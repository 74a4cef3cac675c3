import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronRight, Clock } from 'lucide-react'
import { type PropsWithChildren, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { apiQuery } from '../../api/api-query.ts'
import { ApiError } from '../../api/errors.ts'
import { useOutboxCounts } from '../../api/outbox/outbox-counts.ts'
import { eraseLoadedData, getQueryClient } from '../../api/query-client.ts'
import { erasePrivateData } from '../../api/session/private-data.ts'
import { isSavedAnswerUnclaimed } from '../../api/session/saved-answer.ts'
import { endSession, hasSession, storeUser, useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { lazyScreen } from '../lazy-screen.ts'
import { PasswordConfirmation } from '../session/PasswordConfirmation.tsx'
import { applyAccountLanguage, syncLanguageToAccount } from '../session/sync-language.ts'
import { BottomBar } from './BottomBar.tsx'
import { flattenMenu, getMenu } from './menu.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'

const RequiredStepScreen = lazyScreen(
  'RequiredStepScreen',
  () => import('../session/RequiredStepScreen.tsx'),
  'accounts',
  'profile',
  'security',
)

const SavedAnswer = lazyScreen('SavedAnswer', () => import('../../features/detection/outbox/SavedAnswer.tsx'), 'trial')

/**
 * The layout of all pages behind sign-in, with the query client of the user. An account that must first change its
 * password or set up a second factor sees only that.
 */
export function AccountLayout({ children }: PropsWithChildren) {
  const user = useUser()
  const userId = user?.id ?? ''
  useEffect(() => eraseAfterSession, [])
  return (
    <QueryClientProvider client={getQueryClient(userId)}>
      {user?.required_step ? (
        <Suspense fallback={<PageSkeleton />}>
          <RequiredStepScreen />
        </Suspense>
      ) : (
        <AccountShell key={userId}>{children}</AccountShell>
      )}
    </QueryClientProvider>
  )
}

/** Runs when these pages close. A session can also end in another tab, which cannot erase what this one holds. */
function eraseAfterSession(): void {
  if (hasSession()) return
  eraseLoadedData()
  erasePrivateData()
}

function AccountShell({ children }: PropsWithChildren) {
  const [pathname] = useLocation()
  const user = useUser()
  const entries = getMenu(user?.role)
  const [asksAboutAnswer] = useState(user?.role === 'farmer' && isSavedAnswerUnclaimed(user.id))
  const client = useQueryClient()
  useSyncUser()
  useEffect(() => startOutboxSync(client), [client])
  useEffect(() => startLiveUpdates(client), [client])
  useEffect(syncLanguageToAccount, [])
  return (
    <>
      <TopBar />
      <div className="flex">
        <SideMenu entries={entries} />
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 grow px-4 pt-6 pb-28 outline-none md:px-8 md:pb-12 print:p-0"
        >
          <div className="mx-auto flex max-w-5xl flex-col gap-6">
            {asksAboutAnswer && (
              <Suspense>
                <SavedAnswer />
              </Suspense>
            )}
            <OutboxStrip />
            <ErrorBoundary key={pathname}>
              <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <BottomBar items={flattenMenu(entries)} />
      <PasswordConfirmation />
    </>
  )
}

const startLiveUpdates = (client: QueryClient) =>
  startInBackground(async () => (await import('../../features/notifications/live-updates.ts')).startLiveUpdates(client))
/** Sends what was written and photographed offline, whatever screen is open. */
const startOutboxSync = (client: QueryClient) =>
  startInBackground(async () => (await import('../outbox/outbox-sync.ts')).startOutboxSync(client))

/**
 * Starts something whose module is loaded on demand. Returns a function that stops it, also if it has not started yet.
 */
function startInBackground(start: () => Promise<() => void>): () => void {
  let isCancelled = false
  let stop = () => {
    isCancelled = true
  }
  // If the module cannot be loaded, it starts with the next page load.
  start().then(
    cleanup => {
      if (isCancelled) cleanup()
      else stop = cleanup
    },
    () => undefined,
  )
  return () => stop()
}

/**
 * Refreshes the stored user record when the pages behind sign-in open. Ends a session that the server does not know any
 * more.
 */
function useSyncUser(): void {
  const { data, error } = useQuery({ ...apiQuery(['me'], 'GET /api/auth/me'), staleTime: 5 * 60_000 })
  useEffect(() => {
    if (!data) return
    storeUser(data)
    applyAccountLanguage(data)
  }, [data])
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) endSession()
  }, [error])
}

const outboxPath = '/account/outbox'
/** Lists the waiting photos itself. */
const uploadPath = '/account/addresses/image-analysis'

/** A line above every screen while something waits to be sent, with the way to the list. */
function OutboxStrip() {
  const { t } = useTranslation()
  const [pathname] = useLocation()
  const { photos, writes, needingDecision } = useOutboxCounts()
  const count = writes + (pathname === uploadPath ? 0 : photos)
  if (count === 0 || pathname === outboxPath) return null
  const needsDecision = needingDecision > 0
  return (
    <Link
      to={outboxPath}
      className={clsx(
        'flex min-h-12 items-center gap-2 rounded-lg px-4 font-bold hover:underline print:hidden',
        needsDecision ? 'bg-rust-tint text-rust-ink' : 'bg-amber-tint text-amber-ink',
      )}
    >
      <Clock aria-hidden="true" className="size-5 shrink-0" />
      <span className="grow">
        {needsDecision ? t('outbox.strip_decision', { count: needingDecision }) : t('outbox.strip', { count })}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
    </Link>
  )
}
