import { Suspense, useEffect } from 'react'
import { BrowserRouter, useLocation, useNavigationType } from 'react-router'
import { useText } from '../text/use-text.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageWaiting } from './PageWaiting.tsx'
import { AppRoutes } from './routes.tsx'

export function App() {
  return (
    <BrowserRouter>
      <SkipLink />
      <OfflineBanner />
      <Page />
      <Toaster />
    </BrowserRouter>
  )
}

function Page() {
  const { pathname, hash } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page starts at its top
  useEffect(() => {
    if (!isBack && hash === '') window.scrollTo(0, 0)
  }, [pathname])
  return (
    <CrashBoundary key={pathname.split('/')[1]}>
      <Suspense
        fallback={
          <div className="mx-auto max-w-4xl p-6">
            <PageWaiting />
          </div>
        }
      >
        <AppRoutes />
      </Suspense>
    </CrashBoundary>
  )
}

function SkipLink() {
  const { t } = useText()
  return (
    <a
      href="#content"
      className="sr-only rounded-lg bg-ink font-bold text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:px-4 focus:py-3"
    >
      {t('app.skip')}
    </a>
  )
}
