import { ChevronDown, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useText } from '../text/use-text.ts'
import { join } from '../ui/join.ts'
import { isActive, type MenuGroup, type MenuItem } from './menu.ts'
import { signOut } from './sign-out.ts'

const entryClass =
  'flex min-h-12 w-full items-center gap-3 rounded-lg border-l-4 px-3 text-left hover:bg-leaf-tint -outline-offset-3'
const activeClass = 'border-leaf bg-leaf-tint font-bold text-leaf-ink'

/** The menu at the left from tablet width on: groups open one at a time, and it can be made narrow. */
export function SideMenu({ entries }: { entries: readonly (MenuItem | MenuGroup)[] }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const [isNarrow, setNarrow] = useState(false)
  const current = entries.find(entry => 'items' in entry && entry.items.some(item => isActive(item.path, pathname)))
  const [openText, setOpenText] = useState((current ?? entries.find(entry => 'items' in entry))?.text)
  const [seenPath, setSeenPath] = useState(pathname)
  if (seenPath !== pathname) {
    setSeenPath(pathname)
    if (current) setOpenText(current.text)
  }
  const Resize = isNarrow ? PanelLeftOpen : PanelLeftClose
  const resize = isNarrow ? t('menu.widen') : t('menu.narrow')
  return (
    <nav
      aria-label={t('menu.main')}
      className={join(
        'sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-white p-3 transition-[width] md:flex',
        isNarrow ? 'w-20' : 'w-72',
      )}
    >
      {entries.map(entry =>
        'items' in entry ? (
          <Group
            key={entry.text}
            group={entry}
            isOpen={openText === entry.text}
            isNarrow={isNarrow}
            onToggle={() => setOpenText(openText === entry.text ? undefined : entry.text)}
          />
        ) : (
          <Entry key={entry.path} item={entry} isNarrow={isNarrow} />
        ),
      )}
      <button
        type="button"
        onClick={() => void signOut()}
        title={isNarrow ? t('menu.logout') : undefined}
        className={join(entryClass, 'border-transparent')}
      >
        <LogOut aria-hidden="true" className="size-6 shrink-0" />
        <span className={join(isNarrow && 'sr-only')}>{t('menu.logout')}</span>
      </button>
      <button
        type="button"
        aria-expanded={!isNarrow}
        aria-label={resize}
        title={resize}
        onClick={() => setNarrow(!isNarrow)}
        className="mt-auto flex size-12 items-center justify-center self-end rounded-lg text-muted hover:bg-sunken hover:text-ink"
      >
        <Resize aria-hidden="true" className="size-6" />
      </button>
    </nav>
  )
}

function Entry({ item, isNarrow, isInside = false }: { item: MenuItem; isNarrow: boolean; isInside?: boolean }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const active = isActive(item.path, pathname)
  return (
    <Link
      to={item.path}
      aria-current={active ? 'page' : undefined}
      title={isNarrow ? t(item.text) : undefined}
      className={join(entryClass, active ? activeClass : 'border-transparent', isInside && !isNarrow && 'pl-6')}
    >
      <item.icon aria-hidden="true" className="size-6 shrink-0" />
      <span className={join(isNarrow && 'sr-only')}>{t(item.text)}</span>
    </Link>
  )
}

function Group({
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
  const { t } = useText()
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        title={isNarrow ? t(group.text) : undefined}
        onClick={onToggle}
        className={join(entryClass, 'border-transparent')}
      >
        <group.icon aria-hidden="true" className="size-6 shrink-0" />
        <span className={join('grow', isNarrow && 'sr-only')}>{t(group.text)}</span>
        <ChevronDown
          aria-hidden="true"
          className={join('size-5 shrink-0 transition-transform', isOpen && 'rotate-180', isNarrow && 'hidden')}
        />
      </button>
      <div id={id} hidden={!isOpen} className="flex flex-col gap-1 pt-1 [&[hidden]]:hidden">
        {group.items.map(item => (
          <Entry key={item.path} item={item} isNarrow={isNarrow} isInside />
        ))}
      </div>
    </div>
  )
}
