import type { Role } from '@kutu/contract/common'
import type { LucideIcon } from 'lucide-react'
import type { MessageKey } from '../i18n/catalogs.ts'
import type { LazyScreen } from './lazy-screen.ts'

/** Labels that take no values. */
export type MenuLabelKey = Extract<MessageKey, `menu.${string}`> & Exclude<MessageKey, 'menu.account_of'>
export type MenuGroupName = 'analysis' | 'surveillance' | 'community' | 'consultations' | 'administration'

/** Where a screen is listed in the menu. Entries and groups keep the order of the route table. */
export type MenuEntry = {
  labelKey: MenuLabelKey
  icon: LucideIcon
  /** The group that holds the entry; left out for an entry of its own. */
  group?: MenuGroupName
  /** Listed after the others in the bottom bar, which has room for few entries. */
  isSecondary?: true
  /** Roles that see the entry, where not every role that may open the screen needs it. */
  roles?: readonly Role[]
}

/** One screen: the only place where it is registered. Router, menu, preloading, bundle report and tests read it. */
export type ScreenRoute = {
  /** The whole path, with `:name` for parameters. */
  path: string
  screen: LazyScreen
  /** Roles that may open the screen; every signed-in user when left out. The server checks again. */
  roles?: readonly Role[]
  /** Where other roles are sent instead of to "not found". */
  redirectOthersTo?: Partial<Record<Role, string>>
  menu?: MenuEntry
  /** People open the app here: the page preloads the files of this screen. */
  isEntry?: true
}
