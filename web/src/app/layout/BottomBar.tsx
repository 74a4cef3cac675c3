import { clsx } from 'clsx'
import { Ellipsis, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useDescribeCount, useMenuCounts } from '../../features/dashboard/use-waiting-work.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useAddress } from '../../router.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useSignOut } from '../session/use-sign-out.tsx'
import { CountBadge } from './CountBadge.tsx'
import { isActive, type MenuItem } from './menu.ts'

const maxItems = 3
/**
 * The font grows with the text size only as far as a quarter of the width allows: a broken word is harder to read than
 * a small one.
 */
const entryClass =
  'flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-1 border-t-4 px-px pb-1 text-center text-[min(0.75rem,3.4vw)] leading-tight -outline-offset-3'

/** The menu of a phone: the first items, and a dialog with the others and Logout. */
export function BottomBar({ items }: { items: readonly MenuItem[] }) {
  const { t } = useTranslation()
  const address = useAddress()
  const { pathname } = address
  const signOut = useSignOut()
  const counts = useMenuCounts()
  const describeCount = useDescribeCount()
  const [isOpen, setOpen] = useState(false)
  const [lastAddress, setLastAddress] = useState(address)
  if (lastAddress !== address) {
    setLastAddress(address)
    setOpen(false)
  }
  const overflowItems = items.slice(maxItems)
  const isOverflowActive = overflowItems.some(item => isActive(item.path, pathname))
  const getStateClass = (isCurrent: boolean) =>
    isCurrent ? 'border-leaf text-leaf-ink' : 'border-transparent text-muted'
  return (
    <nav
      aria-label={t('menu.main')}
      className="fixed inset-x-0 bottom-0 z-10 flex print:hidden border-t border-line bg-white pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.slice(0, maxItems).map(item => {
        const isCurrent = isActive(item.path, pathname)
        return (
          <Link
            key={item.path}
            to={item.path}
            aria-current={isCurrent ? 'page' : undefined}
            aria-description={describeCount(counts.get(item.path))}
            className={clsx(entryClass, 'relative', getStateClass(isCurrent))}
          >
            <item.icon aria-hidden="true" className="size-6 shrink-0" />
            <span className="line-clamp-2 max-w-full">{t(item.labelKey)}</span>
            <CountBadge count={counts.get(item.path)} className="absolute top-1 left-1/2 ml-1 border border-white" />
          </Link>
        )
      })}
      <button type="button" onClick={() => setOpen(true)} className={clsx(entryClass, getStateClass(isOverflowActive))}>
        <Ellipsis aria-hidden="true" className="size-6 shrink-0" />
        {t('menu.more')}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('menu.main')}>
        <div className="flex flex-col gap-1">
          {overflowItems.map(item => (
            <Link
              key={item.path}
              to={item.path}
              aria-description={describeCount(counts.get(item.path))}
              className="flex min-h-14 items-center gap-3 rounded-lg px-3 hover:bg-leaf-tint"
            >
              <item.icon aria-hidden="true" className="size-6" />
              {t(item.labelKey)}
              <CountBadge count={counts.get(item.path)} className="ml-auto" />
            </Link>
          ))}
          <Button
            variant="secondary"
            className="mt-2"
            icon={LogOut}
            iconClass="size-6"
            onClick={() => {
              setOpen(false)
              signOut.start()
            }}
          >
            {t('menu.logout')}
          </Button>
        </div>
      </Dialog>
      {signOut.dialog}
    </nav>
  )
}
