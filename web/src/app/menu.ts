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
import type { TextKey } from '../text/catalogue.ts'

type Titled = { text: MenuText; icon: LucideIcon; roles: readonly Role[] }
/** Sentences that need no values. */
type MenuText = Extract<TextKey, `menu.${string}`> & Exclude<TextKey, 'menu.account_of'>
/** A phone's bottom bar has room for few: what `waits` stands behind those that do not. */
export type MenuItem = Titled & { path: string; waits?: true }
export type MenuGroup = Titled & { items: readonly MenuItem[] }

const everyone = ['farmer', 'expert', 'admin'] as const

/** The menu of every role. A new screen adds its line here; side menu and bottom bar follow. */
const menu: readonly (MenuItem | MenuGroup)[] = [
  { text: 'menu.dashboard', icon: LayoutDashboard, roles: everyone, path: '/account' },
  {
    text: 'menu.image_analysis',
    icon: ScanSearch,
    roles: ['farmer', 'expert'],
    items: [
      { text: 'menu.upload_image', icon: Camera, roles: ['farmer'], path: '/account/addresses/image-analysis' },
      {
        text: 'menu.education_resources',
        icon: BookOpen,
        roles: ['farmer'],
        path: '/account/addresses/education-resources',
        waits: true,
      },
      {
        text: 'menu.model_training',
        icon: GraduationCap,
        roles: ['expert'],
        path: '/account/addresses/model-training',
      },
      {
        text: 'menu.model_card',
        icon: FileChartColumn,
        roles: ['expert'],
        path: '/account/addresses/model-card',
        waits: true,
      },
    ],
  },
  {
    text: 'menu.community_posts',
    icon: MessagesSquare,
    roles: ['farmer', 'expert'],
    items: [
      { text: 'menu.make_post', icon: SquarePen, roles: ['farmer'], path: '/account/addresses/community-posts' },
      { text: 'menu.my_posts', icon: MessageSquareText, roles: ['farmer'], path: '/account/addresses/my-posts' },
      { text: 'menu.all_posts', icon: MessagesSquare, roles: ['expert'], path: '/account/addresses/all-posts' },
    ],
  },
  {
    text: 'menu.expert_slots',
    icon: CalendarDays,
    roles: ['farmer', 'expert'],
    items: [
      { text: 'menu.slots', icon: CalendarPlus, roles: ['farmer'], path: '/account/addresses/slots' },
      { text: 'menu.my_bookings', icon: CalendarClock, roles: ['farmer'], path: '/account/addresses/my-bookings' },
      {
        text: 'menu.create_slot',
        icon: CalendarPlus,
        roles: ['expert'],
        path: '/account/addresses/availability-slots',
        waits: true,
      },
      { text: 'menu.bookings', icon: CalendarClock, roles: ['expert'], path: '/account/addresses/bookings' },
    ],
  },
  {
    text: 'menu.administration',
    icon: ShieldCheck,
    roles: ['admin'],
    items: [
      { text: 'menu.waiting_experts', icon: UserCheck, roles: ['admin'], path: '/account/admin/experts' },
      { text: 'menu.users', icon: Users, roles: ['admin'], path: '/account/admin/users' },
      { text: 'menu.flagged', icon: Flag, roles: ['admin'], path: '/account/admin/flagged', waits: true },
      { text: 'menu.audit_log', icon: ClipboardList, roles: ['admin'], path: '/account/admin/audit' },
      { text: 'menu.system', icon: ServerCog, roles: ['admin'], path: '/account/admin/system' },
    ],
  },
  { text: 'menu.profile', icon: CircleUser, roles: everyone, path: '/account/profile' },
  { text: 'menu.settings', icon: Settings, roles: everyone, path: '/account/settings' },
]

/** What a role sees; without a user record nothing but what everyone has. */
export function menuFor(role: Role | undefined): readonly (MenuItem | MenuGroup)[] {
  const isFor = ({ roles }: Titled) => (role === undefined ? roles === everyone : roles.includes(role))
  return menu
    .filter(isFor)
    .map(entry => ('items' in entry ? { ...entry, items: entry.items.filter(isFor) } : entry))
    .filter(entry => !('items' in entry) || entry.items.length > 0)
}

/** Where one can go, without the groups; first what is wanted most. */
export const destinations = (entries: readonly (MenuItem | MenuGroup)[]): readonly MenuItem[] =>
  entries
    .flatMap(entry => ('items' in entry ? entry.items : [entry]))
    .sort((one, other) => Number(one.waits ?? false) - Number(other.waits ?? false))

/** A post with its comments stands beside the list that leads to it, not under it. */
const postComments = /^\/account\/addresses\/[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The dashboard's path begins every other one, so it is active only when it is the whole path. */
export const isActive = (path: string, pathname: string): boolean =>
  pathname === path ||
  (path !== '/account' && pathname.startsWith(`${path}/`)) ||
  (path === '/account/addresses/all-posts' && postComments.test(pathname))
