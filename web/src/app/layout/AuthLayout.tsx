import { Camera } from 'lucide-react'
import { lazy, type PropsWithChildren, Suspense } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { getSavedAnswerName } from '../../api/session/saved-answer.ts'
import { useHasSession } from '../../api/session/session.ts'
import { loadCatalogs } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkButton } from '../../ui/button/LinkButton.tsx'
import { Logo } from '../../ui/media/Logo.tsx'
import { MaizeIllustration } from '../../ui/media/MaizeIllustration.tsx'
import { getReturnPath } from '../session/return-path.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

const KeptAnswer = lazy(async () => {
  try {
    const [module] = await Promise.all([
      import('../../features/detection/outbox/SavedAnswer.tsx'),
      loadCatalogs('trial'),
    ])
    return { default: module.KeptAnswer }
  } catch {
    // Without it the sign-up goes on.
    return { default: () => <></> }
  }
})

/** The layout of the pages before sign-in: the illustration beside the screen, on a phone above it. */
export function AuthLayout({ children }: PropsWithChildren) {
  const { t } = useTranslation()
  const [pathname] = useLocation()
  if (useHasSession()) return <Redirect to={getReturnPath()} replace />
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-1">
      <div className="relative lg:sticky lg:top-0 lg:h-dvh lg:overflow-hidden">
        <header className="relative z-10 flex flex-col gap-1 px-4 py-3 sm:px-8 lg:gap-3 lg:p-10">
          <Link
            to="/auth"
            className="-my-1 flex min-h-12 items-center gap-2 self-start rounded-lg text-xl font-bold lg:text-2xl"
          >
            <Logo className="size-10 lg:size-12" />
            {t('app.name')}
          </Link>
          <p className="text-sm font-bold text-leaf-ink lg:max-w-sm lg:text-2xl">{t('app.tagline')}</p>
        </header>

        {/* A phone shows only the strip of the illustration with the framed leaf. */}
        <div className="relative h-[27vw] overflow-hidden sm:h-[24vw] lg:absolute lg:inset-0 lg:h-auto">
          <MaizeIllustration className="absolute inset-x-0 -top-[74vw] h-[125vw] w-full sm:-top-[77.5vw] lg:inset-0 lg:h-full" />
        </div>
        {pathname === '/auth' && <CheckLeaf />}
      </div>
      <div className="flex flex-col items-center px-[min(1rem,5vw)] pb-10 sm:px-8">
        <div className="flex w-full max-w-xl justify-end max-lg:absolute max-lg:top-2 max-lg:right-2 max-lg:z-20 max-lg:w-auto lg:py-4">
          <LanguageMenu />
        </div>
        <main
          id="content"
          tabIndex={-1}
          className="w-full max-lg:mt-4 lg:my-auto max-w-xl rounded-lg border border-line bg-white p-[min(1.25rem,6vw)] sm:p-8"
        >
          {getSavedAnswerName() !== null && (
            <Suspense fallback={null}>
              <KeptAnswer />
            </Suspense>
          )}
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </main>
      </div>
    </div>
  )
}

/** The first thing for a newcomer: an answer without an account. */
function CheckLeaf() {
  const { t } = useTranslation()
  return (
    <div className="relative z-10 flex flex-col items-center gap-1 px-4 pt-4 sm:px-8 lg:items-start lg:px-10 lg:pt-2">
      <LinkButton
        to="/try"
        size="large"
        icon={Camera}
        iconClass="size-7 shrink-0"
        className="w-full max-w-xl lg:w-auto"
      >
        {t('app.check_leaf')}
      </LinkButton>
      <p className="text-sm text-leaf-ink">{t('app.check_leaf_note')}</p>
    </div>
  )
}
