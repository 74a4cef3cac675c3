import { clsx } from 'clsx'
import { ChevronDown, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { setMenuNarrow, useMenuNarrow } from '../../api/device-settings.ts'
import { useDescribeCount, useMenuCounts } from '../../features/dashboard/use-waiting-work.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSignOut } from '../session/use-sign-out.tsx'
import { CountBadge } from './CountBadge.tsx'
import { isActive, type MenuGroup, type MenuItem } from './menu.ts'

const linkClass =
  'flex min-h-12 w-full items-center gap-3 rounded-lg border-l-4 px-3 text-left hover:bg-leaf-tint -outline-offset-3'
const currentClass = 'border-leaf bg-leaf-tint font-bold text-leaf-ink'

/** The menu at the left from tablet width on. One group is open at a time, and the menu can be collapsed to icons. */
export function SideMenu({ entries }: { entries: readonly (MenuItem | MenuGroup)[] }) {
  const { t } = useTranslation()
  const [pathname] = useLocation()
  const signOut = useSignOut()
  const isNarrow = useMenuNarrow()
  const currentGroup = entries.find(
    entry => 'items' in entry && entry.items.some(item => isActive(item.path, pathname)),
  )
  const [openGroup, setOpenGroup] = useState((currentGroup ?? entries.find(entry => 'items' in entry))?.labelKey)
  const [lastPathname, setLastPathname] = useState(pathname)
  if (lastPathname !== pathname) {
    setLastPathname(pathname)
    if (currentGroup) setOpenGroup(currentGroup.labelKey)
  }
  const ResizeIcon = isNarrow ? PanelLeftOpen : PanelLeftClose
  const resizeLabel = isNarrow ? t('menu.widen') : t('menu.narrow')
  return (
    <nav
      aria-label={t('menu.main')}
      className={clsx(
        'sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-white p-3 transition-[width] md:flex print:hidden',
        isNarrow ? 'w-20' : 'w-72',
      )}
    >
      {entries.map(entry =>
        'items' in entry ? (
          <MenuSection
            key={entry.labelKey}
            group={entry}
            isOpen={openGroup === entry.labelKey}
            isNarrow={isNarrow}
            onToggle={() => setOpenGroup(openGroup === entry.labelKey ? undefined : entry.labelKey)}
          />
        ) : (
          <MenuLink key={entry.path} item={entry} isNarrow={isNarrow} />
        ),
      )}
      <button
        type="button"
        onClick={signOut.start}
        title={isNarrow ? t('menu.logout') : undefined}
        className={clsx(linkClass, 'border-transparent')}
      >
        <LogOut aria-hidden="true" className="size-6 shrink-0" />
        <span className={clsx(isNarrow && 'sr-only')}>{t('menu.logout')}</span>
      </button>
      <button
        type="button"
        aria-expanded={!isNarrow}
        aria-label={resizeLabel}
        title={resizeLabel}
        onClick={() => setMenuNarrow(!isNarrow)}
        className="mt-auto flex size-12 items-center justify-center self-end rounded-lg text-muted hover:bg-sunken hover:text-ink"
      >
        <ResizeIcon aria-hidden="true" className="size-6" />
      </button>
      {signOut.dialog}
    </nav>
  )
}

function MenuLink({ item, isNarrow, isNested = false }: { item: MenuItem; isNarrow: boolean; isNested?: boolean }) {
  const { t } = useTranslation()
  const [pathname] = useLocation()
  const isCurrent = isActive(item.path, pathname)
  const counts = useMenuCounts()
  const describeCount = useDescribeCount()
  return (
    <Link
      to={item.path}
      aria-current={isCurrent ? 'page' : undefined}
      aria-description={describeCount(counts.get(item.path))}
      title={isNarrow ? t(item.labelKey) : undefined}
      className={clsx(linkClass, isCurrent ? currentClass : 'border-transparent', isNested && !isNarrow && 'pl-6')}
    >
      <item.icon aria-hidden="true" className="size-6 shrink-0" />
      <span className={clsx(isNarrow && 'sr-only')}>{t(item.labelKey)}</span>
      <CountBadge count={counts.get(item.path)} className={isNarrow ? '-ml-5 self-start' : 'ml-auto'} />
    </Link>
  )
}

function MenuSection({
  group,
  isOpen,
  isNarrow,
  onToggle,
}: {
  group: MenuGroup
  isOpen: boolean
  isNarrow: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const counts = useMenuCounts()
  const waiting = group.items.reduce((sum, { path }) => sum + (counts.get(path) ?? 0), 0)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        title={isNarrow ? t(group.labelKey) : undefined}
        onClick={onToggle}
        className={clsx(linkClass, 'border-transparent')}
      >
        <group.icon aria-hidden="true" className="size-6 shrink-0" />
        <span className={clsx('grow', isNarrow && 'sr-only')}>{t(group.labelKey)}</span>
        {!isOpen && (
          <CountBadge count={waiting > 0 ? waiting : undefined} className={clsx(isNarrow && '-ml-5 self-start')} />
        )}
        <ChevronDown
          aria-hidden="true"
          className={clsx('size-5 shrink-0 transition-transform', isOpen && 'rotate-180', isNarrow && 'hidden')}
        />
      </button>
      <div id={id} hidden={!isOpen} className="flex flex-col gap-1 pt-1 [&[hidden]]:hidden">
        {group.items.map(item => (
          <MenuLink key={item.path} item={item} isNarrow={isNarrow} isNested />
        ))}
      </div>
    </div>
  )
}
