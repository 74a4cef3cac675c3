import type { Role } from '@kutu/contract/common'
import {
  BookOpen,
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  Camera,
  CircleUser,
  ClipboardList,
  FileChartColumn,
  Flag,
  GraduationCap,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  ScanSearch,
  ServerCog,
  Settings,
  ShieldCheck,
  SquarePen,
  UserCheck,
  Users,
} from 'lucide-react'
import type { MessageKey } from '../../i18n/catalogs.ts'

type MenuEntryBase = { labelKey: MenuLabelKey; icon: LucideIcon; roles: readonly Role[] }
/** Sentences that need no values. */
type MenuLabelKey = Extract<MessageKey, `menu.${string}`> & Exclude<MessageKey, 'menu.account_of'>
/** A phone's bottom bar has room for few: what `waits` stands behind those that do not. */
export type MenuItem = MenuEntryBase & { path: string; isSecondary?: true }
export type MenuGroup = MenuEntryBase & { items: readonly MenuItem[] }

const allRoles = ['farmer', 'expert', 'admin'] as const

/** The menu of every role. A new screen adds its line here; side menu and bottom bar follow. */
const menu: readonly (MenuItem | MenuGroup)[] = [
  { labelKey: 'menu.dashboard', icon: LayoutDashboard, roles: allRoles, path: '/account' },
  {
    labelKey: 'menu.image_analysis',
    icon: ScanSearch,
    roles: ['farmer', 'expert'],
    items: [
      { labelKey: 'menu.upload_image', icon: Camera, roles: ['farmer'], path: '/account/addresses/image-analysis' },
      {
        labelKey: 'menu.education_resources',
        icon: BookOpen,
        roles: ['farmer'],
        path: '/account/addresses/education-resources',
        isSecondary: true,
      },
      {
        labelKey: 'menu.model_training',
        icon: GraduationCap,
        roles: ['expert'],
        path: '/account/addresses/model-training',
      },
      {
        labelKey: 'menu.model_card',
        icon: FileChartColumn,
        roles: ['expert'],
        path: '/account/addresses/model-card',
        isSecondary: true,
      },
    ],
  },
  {
    labelKey: 'menu.community_posts',
    icon: MessagesSquare,
    roles: ['farmer', 'expert'],
    items: [
      { labelKey: 'menu.make_post', icon: SquarePen, roles: ['farmer'], path: '/account/addresses/community-posts' },
      { labelKey: 'menu.my_posts', icon: MessageSquareText, roles: ['farmer'], path: '/account/addresses/my-posts' },
      { labelKey: 'menu.all_posts', icon: MessagesSquare, roles: ['expert'], path: '/account/addresses/all-posts' },
    ],
  },
  {
    labelKey: 'menu.expert_slots',
    icon: CalendarDays,
    roles: ['farmer', 'expert'],
    items: [
      { labelKey: 'menu.slots', icon: CalendarPlus, roles: ['farmer'], path: '/account/addresses/slots' },
      { labelKey: 'menu.my_bookings', icon: CalendarClock, roles: ['farmer'], path: '/account/addresses/my-bookings' },
      {
        labelKey: 'menu.create_slot',
        icon: CalendarPlus,
        roles: ['expert'],
        path: '/account/addresses/availability-slots',
        isSecondary: true,
      },
      { labelKey: 'menu.bookings', icon: CalendarClock, roles: ['expert'], path: '/account/addresses/bookings' },
    ],
  },
  {
    labelKey: 'menu.administration',
    icon: ShieldCheck,
    roles: ['admin'],
    items: [
      { labelKey: 'menu.waiting_experts', icon: UserCheck, roles: ['admin'], path: '/account/admin/experts' },
      { labelKey: 'menu.users', icon: Users, roles: ['admin'], path: '/account/admin/users' },
      { labelKey: 'menu.flagged', icon: Flag, roles: ['admin'], path: '/account/admin/flagged', isSecondary: true },
      { labelKey: 'menu.audit_log', icon: ClipboardList, roles: ['admin'], path: '/account/admin/audit' },
      { labelKey: 'menu.system', icon: ServerCog, roles: ['admin'], path: '/account/admin/system' },
    ],
  },
  { labelKey: 'menu.profile', icon: CircleUser, roles: allRoles, path: '/account/profile' },
  { labelKey: 'menu.settings', icon: Settings, roles: allRoles, path: '/account/settings' },
]

/** What a role sees; without a user record nothing but what everyone has. */
export function getMenu(role: Role | undefined): readonly (MenuItem | MenuGroup)[] {
  const isVisible = ({ roles }: MenuEntryBase) => (role === undefined ? roles === allRoles : roles.includes(role))
  return menu
    .filter(isVisible)
    .map(entry => ('items' in entry ? { ...entry, items: entry.items.filter(isVisible) } : entry))
    .filter(entry => !('items' in entry) || entry.items.length > 0)
}

/** Where one can go, without the groups; first what is wanted most. */
export const flattenMenu = (entries: readonly (MenuItem | MenuGroup)[]): readonly MenuItem[] =>
  entries
    .flatMap(entry => ('items' in entry ? entry.items : [entry]))
    .sort((one, other) => Number(one.isSecondary ?? false) - Number(other.isSecondary ?? false))

/** A post with its comments stands beside the list that leads to it, not under it. */
const postCommentsPath = /^\/account\/addresses\/[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The dashboard's path begins every other one, so it is active only when it is the whole path. */
export const isActive = (path: string, pathname: string): boolean =>
  pathname === path ||
  (path !== '/account' && pathname.startsWith(`${path}/`)) ||
  (path === '/account/addresses/all-posts' && postCommentsPath.test(pathname))
