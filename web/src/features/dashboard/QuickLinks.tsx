import type { Role } from '@kutu/contract/common'
import {
  CalendarCheck,
  CalendarPlus,
  Camera,
  ClipboardList,
  Flag,
  MessagesSquare,
  Sprout,
  SquarePen,
  UserCheck,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'

const farmer: readonly Role[] = ['farmer']
const expert: readonly Role[] = ['expert']
const admin: readonly Role[] = ['admin']

/** The ways a role takes most; to routes there are, which the specification's own targets for these links were not. */
const links = [
  {
    path: '/account/addresses/image-analysis',
    text: 'menu.upload_image',
    note: 'dashboard.link.upload',
    Icon: Camera,
    roles: farmer,
  },
  {
    path: '/account/addresses/slots',
    text: 'dashboard.link.book',
    note: 'dashboard.link.book_note',
    Icon: CalendarPlus,
    roles: farmer,
  },
  {
    path: '/account/addresses/community-posts',
    text: 'dashboard.link.make',
    note: 'dashboard.link.make_post',
    Icon: SquarePen,
    roles: farmer,
  },
  {
    path: '/account/addresses/community-posts#posts',
    text: 'dashboard.link.view',
    note: 'dashboard.link.view_note',
    Icon: MessagesSquare,
    roles: farmer,
  },
  {
    path: '/account/addresses/all-posts',
    text: 'menu.all_posts',
    note: 'dashboard.link.all_posts',
    Icon: MessagesSquare,
    roles: expert,
  },
  {
    path: '/account/addresses/bookings',
    text: 'menu.bookings',
    note: 'dashboard.link.bookings',
    Icon: CalendarCheck,
    roles: expert,
  },
  {
    path: '/account/addresses/availability-slots',
    text: 'menu.create_slot',
    note: 'dashboard.link.slots',
    Icon: CalendarPlus,
    roles: expert,
  },
  {
    path: '/account/addresses/model-training',
    text: 'dashboard.link.train',
    note: 'dashboard.link.training',
    Icon: Sprout,
    roles: expert,
  },
  {
    path: '/account/admin/experts',
    text: 'menu.waiting_experts',
    note: 'dashboard.link.waiting',
    Icon: UserCheck,
    roles: admin,
  },
  {
    path: '/account/admin/users',
    text: 'menu.users',
    note: 'dashboard.link.users',
    Icon: Users,
    roles: admin,
  },
  {
    path: '/account/admin/flagged',
    text: 'menu.flagged',
    note: 'dashboard.link.flagged',
    Icon: Flag,
    roles: admin,
  },
  {
    path: '/account/admin/audit',
    text: 'menu.audit_log',
    note: 'dashboard.link.audit',
    Icon: ClipboardList,
    roles: admin,
  },
] as const

/** What most come for. */
const primary = '/account/addresses/image-analysis'

/** Where a role goes from here. */
export function QuickLinks({ role }: { role: Role }) {
  const { t } = useText()
  return (
    <nav aria-label={t('dashboard.links')}>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {links
          .filter(({ roles }) => roles.includes(role))
          .map(({ path, text, note, Icon }) => (
            <li key={path} className="flex">
              <Link
                to={path}
                className={join(
                  'flex min-h-24 grow flex-col gap-2 rounded-lg border p-3 sm:p-4',
                  path === primary
                    ? 'border-leaf-press bg-leaf-press text-white hover:bg-leaf-ink'
                    : 'border-line bg-white hover:border-leaf-ink hover:bg-leaf-tint',
                )}
              >
                <Icon aria-hidden="true" className={join('size-7 shrink-0', path !== primary && 'text-leaf-ink')} />
                <span className="leading-tight font-bold">{t(text)}</span>
                <span className={join('text-sm leading-snug max-sm:sr-only', path !== primary && 'text-muted')}>
                  {t(note)}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
