import type { Role } from '@kutu/contract/common'
import { clsx } from 'clsx'
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
import { useTranslation } from '../../i18n/use-translation.ts'

const farmer: readonly Role[] = ['farmer']
const expert: readonly Role[] = ['expert']
const admin: readonly Role[] = ['admin']

/** The most used screens of each role. A farmer's links have the addresses of the specification, which redirect. */
const links = [
  {
    path: '/account/images/upload',
    labelKey: 'menu.upload_image',
    descriptionKey: 'dashboard.link.upload',
    Icon: Camera,
    roles: farmer,
  },
  {
    path: '/account/bookings',
    labelKey: 'dashboard.link.book',
    descriptionKey: 'dashboard.link.book_note',
    Icon: CalendarPlus,
    roles: farmer,
  },
  {
    path: '/account/posts/create',
    labelKey: 'dashboard.link.make',
    descriptionKey: 'dashboard.link.make_post',
    Icon: SquarePen,
    roles: farmer,
  },
  {
    path: '/account/posts',
    labelKey: 'dashboard.link.view',
    descriptionKey: 'dashboard.link.view_note',
    Icon: MessagesSquare,
    roles: farmer,
  },
  {
    path: '/account/addresses/all-posts',
    labelKey: 'menu.all_posts',
    descriptionKey: 'dashboard.link.all_posts',
    Icon: MessagesSquare,
    roles: expert,
  },
  {
    path: '/account/addresses/bookings',
    labelKey: 'menu.bookings',
    descriptionKey: 'dashboard.link.bookings',
    Icon: CalendarCheck,
    roles: expert,
  },
  {
    path: '/account/addresses/availability-slots',
    labelKey: 'menu.create_slot',
    descriptionKey: 'dashboard.link.slots',
    Icon: CalendarPlus,
    roles: expert,
  },
  {
    path: '/account/addresses/model-training',
    labelKey: 'dashboard.link.train',
    descriptionKey: 'dashboard.link.training',
    Icon: Sprout,
    roles: expert,
  },
  {
    path: '/account/admin/experts',
    labelKey: 'menu.waiting_experts',
    descriptionKey: 'dashboard.link.waiting',
    Icon: UserCheck,
    roles: admin,
  },
  {
    path: '/account/admin/users',
    labelKey: 'menu.users',
    descriptionKey: 'dashboard.link.users',
    Icon: Users,
    roles: admin,
  },
  {
    path: '/account/admin/flagged',
    labelKey: 'menu.flagged',
    descriptionKey: 'dashboard.link.flagged',
    Icon: Flag,
    roles: admin,
  },
  {
    path: '/account/admin/audit',
    labelKey: 'menu.audit_log',
    descriptionKey: 'dashboard.link.audit',
    Icon: ClipboardList,
    roles: admin,
  },
] as const

const primaryPath = '/account/images/upload'

/** Links to the most used screens of a role. */
export function QuickLinks({ role }: { role: Role }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('dashboard.links')}>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {links
          .filter(({ roles }) => roles.includes(role))
          .map(({ path, labelKey, descriptionKey, Icon }) => (
            <li key={path} className="flex">
              <Link
                to={path}
                className={clsx(
                  'flex min-h-24 grow flex-col gap-2 rounded-lg border p-3 sm:p-4',
                  path === primaryPath
                    ? 'border-leaf-press bg-leaf-press text-white hover:bg-leaf-ink'
                    : 'border-line bg-white hover:border-leaf-ink hover:bg-leaf-tint',
                )}
              >
                <Icon aria-hidden="true" className={clsx('size-7 shrink-0', path !== primaryPath && 'text-leaf-ink')} />
                <span className="leading-tight font-bold">{t(labelKey)}</span>
                <span className={clsx('text-sm leading-snug max-sm:sr-only', path !== primaryPath && 'text-muted')}>
                  {t(descriptionKey)}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
