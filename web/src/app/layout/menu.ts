import type { Role } from '@kutu/contract/common'
import { CalendarDays, type LucideIcon, MapPinned, MessagesSquare, ScanSearch, ShieldCheck } from 'lucide-react'
import { accountRoutes } from '../account-routes.ts'
import type { MenuEntry, MenuGroupName, MenuLabelKey, ScreenRoute } from '../route.ts'

export type MenuItem = Pick<MenuEntry, 'labelKey' | 'icon' | 'isSecondary'> & { path: string }
export type MenuGroup = { labelKey: MenuLabelKey; icon: LucideIcon; items: readonly MenuItem[] }

const groups: Record<MenuGroupName, Omit<MenuGroup, 'items'>> = {
  analysis: { labelKey: 'menu.image_analysis', icon: ScanSearch },
  surveillance: { labelKey: 'menu.surveillance', icon: MapPinned },
  community: { labelKey: 'menu.community_posts', icon: MessagesSquare },
  consultations: { labelKey: 'menu.expert_slots', icon: CalendarDays },
  administration: { labelKey: 'menu.administration', icon: ShieldCheck },
}

/** Returns the menu of a role from the route table. Without a role it has only the entries that every role has. */
export function getMenu(role: Role | undefined): readonly (MenuItem | MenuGroup)[] {
  const menu = new Map<string, MenuItem | MenuGroup>()
  for (const route of accountRoutes) {
    if (!route.menu || !isVisible(route, role)) continue
    const { labelKey, icon, isSecondary, group } = route.menu
    const item: MenuItem = { path: route.path, labelKey, icon, ...(isSecondary && { isSecondary }) }
    if (group === undefined) menu.set(route.path, item)
    else menu.set(group, { ...groups[group], items: [...getItems(menu.get(group)), item] })
  }
  return [...menu.values()]
}

const getItems = (entry: MenuItem | MenuGroup | undefined) => (entry && 'items' in entry ? entry.items : [])

function isVisible({ menu, roles: routeRoles }: ScreenRoute, role: Role | undefined): boolean {
  const roles = menu?.roles ?? routeRoles
  return roles === undefined || (role !== undefined && roles.includes(role))
}

/** Returns the entries without their groups, the secondary ones last. */
export const flattenMenu = (entries: readonly (MenuItem | MenuGroup)[]): readonly MenuItem[] =>
  entries
    .flatMap(entry => ('items' in entry ? entry.items : [entry]))
    .sort((one, other) => Number(one.isSecondary ?? false) - Number(other.isSecondary ?? false))

/** The comments of a post have an address beside that of their list, not below it. */
const postCommentsPath = /^\/account\/addresses\/[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Returns true if a menu entry is the current page or an ancestor of it. `/account` begins every path, so it must match whole. */
export const isActive = (path: string, pathname: string): boolean =>
  pathname === path ||
  (path !== '/account' && pathname.startsWith(`${path}/`)) ||
  (path === '/account/addresses/all-posts' && postCommentsPath.test(pathname))
