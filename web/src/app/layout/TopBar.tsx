import { CircleUserRound } from 'lucide-react'
import { Link } from 'wouter'
import { useUser } from '../../api/session/session.ts'
import { useMenuCounts } from '../../features/dashboard/use-waiting-work.ts'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Logo } from '../../ui/media/Logo.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'

/** The bar at the top of the pages behind sign-in: logo, language, notifications and account. */
export function TopBar() {
  const { t } = useTranslation()
  const user = useUser()
  const name = user?.username || t('menu.user')
  const waiting = [...useMenuCounts().values()].reduce((sum, count) => sum + count, 0)
  return (
    <header className="sticky top-0 z-20 flex print:hidden h-16 items-center justify-between gap-2 border-b border-line bg-white px-2 sm:px-4">
      <Link to="/account" className="flex min-h-12 min-w-12 shrink-0 items-center gap-2 rounded-lg text-xl font-bold">
        <Logo />
        <span className="max-sm:sr-only">{t('app.name')}</span>
      </Link>
      <div className="flex min-w-0 items-center gap-1">
        <LanguageMenu />
        <NotificationBell waiting={waiting} />
        <Link
          to="/account/profile"
          aria-label={t('menu.account_of', { name })}
          className="flex min-h-12 min-w-12 items-center justify-center gap-1 rounded-lg px-1 hover:bg-leaf-tint sm:gap-2 sm:px-2"
        >
          <span className="max-w-28 min-w-0 truncate font-bold sm:max-w-40">{name}</span>
          {user?.photo ? (
            <img src={user.photo} alt="" className="size-8 shrink-0 rounded-full object-cover" />
          ) : (
            <CircleUserRound aria-hidden="true" className="size-8 shrink-0 text-leaf-ink" />
          )}
        </Link>
      </div>
    </header>
  )
}
