import { Suspense, useEffect } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { AppRouter, useAddress } from '../router.tsx'
import { Toaster } from '../ui/feedback/Toaster.tsx'
import { AppRoutes } from './AppRoutes.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { OfflineBanner } from './layout/OfflineBanner.tsx'
import { PageSkeleton } from './layout/PageSkeleton.tsx'

export function App() {
  return (
    <AppRouter>
      <SkipLink />
      <OfflineBanner />
      <Page />
      <Toaster />
    </AppRouter>
  )
}

function Page() {
  const { pathname, hash, isBack } = useAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new page
  useEffect(() => {
    if (!isBack && hash === '') window.scrollTo(0, 0)
  }, [pathname])
  return (
    <ErrorBoundary key={pathname.split('/')[1]}>
      <Suspense
        fallback={
          <div className="mx-auto max-w-4xl p-6">
            <PageSkeleton />
          </div>
        }
      >
        <AppRoutes />
      </Suspense>
    </ErrorBoundary>
  )
}

function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#content"
      className="sr-only rounded-lg bg-ink font-bold text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:px-4 focus:py-3"
    >
      {t('app.skip')}
    </a>
  )
}
