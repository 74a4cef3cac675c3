import { LayoutDashboard } from 'lucide-react'
import { type PropsWithChildren, Suspense } from 'react'
import { Link } from 'wouter'
import { useHasSession } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextLink } from '../../ui/button/TextLink.tsx'
import { Logo } from '../../ui/media/Logo.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/** The layout of pages that anybody may read: articles, terms, contact. */
export function PublicLayout({ children }: PropsWithChildren) {
  const { t } = useTranslation()
  const isSignedIn = useHasSession()
  return (
    <div>
      <header className="relative border-b border-line bg-white print:hidden">
        <div className="mx-auto flex max-w-4xl flex-wrap items-center justify-between gap-x-2 px-4 py-2">
          <Link to="/" className="flex min-h-12 items-center gap-2 rounded-lg text-xl font-bold">
            <Logo />
            {t('app.name')}
          </Link>
          <div className="flex items-center gap-1">
            <LanguageMenu />
            {isSignedIn ? (
              <TextLink to="/account" className="min-w-12 justify-center gap-2">
                <LayoutDashboard aria-hidden="true" className="size-6 sm:hidden" />
                <span className="max-sm:sr-only">{t('menu.dashboard')}</span>
              </TextLink>
            ) : (
              <TextLink to="/auth" className="whitespace-nowrap">
                {t('action.sign_in')}
              </TextLink>
            )}
          </div>
        </div>
      </header>
      {/* The footer stands below the first view, so it does not move there while a page loads. */}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex min-h-dvh w-full max-w-4xl flex-col gap-6 px-[min(1rem,5vw)] py-6 sm:py-10"
      >
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </main>
      <footer className="border-t border-line print:hidden">
        <nav aria-label={t('app.name')} className="mx-auto flex max-w-4xl flex-wrap gap-x-6 px-4 py-2">
          <TextLink to="/terms">{t('menu.terms')}</TextLink>
          <TextLink to="/contact-us">{t('menu.contact')}</TextLink>
        </nav>
      </footer>
    </div>
  )
}
