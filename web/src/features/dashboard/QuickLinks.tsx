import type { Role } from '@kutu/contract/common'
import {
  BookOpen,
  Camera,
  ChevronRight,
  CircleUser,
  ClipboardList,
  GraduationCap,
  MessagesSquare,
  SquarePen,
  UserCheck,
} from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useText } from '../../text/use-text.ts'

const everyone: readonly Role[] = ['farmer', 'expert', 'admin']
const farmer: readonly Role[] = ['farmer']
const expert: readonly Role[] = ['expert']
const admin: readonly Role[] = ['admin']

/** Only what exists today; a new screen adds its line. */
const links = [
  {
    path: '/account/addresses/image-analysis',
    text: 'menu.upload_image',
    note: 'dashboard.link.upload',
    Icon: Camera,
    roles: farmer,
  },
  {
    path: '/account/addresses/community-posts',
    text: 'menu.make_post',
    note: 'dashboard.link.make_post',
    Icon: SquarePen,
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
    path: '/account/addresses/education-resources',
    text: 'menu.education_resources',
    note: 'dashboard.link.education',
    Icon: GraduationCap,
    roles: farmer,
  },
  {
    path: '/account/admin/experts',
    text: 'menu.waiting_experts',
    note: 'dashboard.link.waiting',
    Icon: UserCheck,
    roles: admin,
  },
  {
    path: '/account/admin/audit',
    text: 'menu.audit_log',
    note: 'dashboard.link.audit',
    Icon: ClipboardList,
    roles: admin,
  },
  {
    path: '/learn',
    text: 'dashboard.link.articles',
    note: 'dashboard.link.articles_note',
    Icon: BookOpen,
    roles: everyone,
  },
  {
    path: '/account/profile',
    text: 'menu.profile',
    note: 'dashboard.link.profile',
    Icon: CircleUser,
    roles: everyone,
  },
] as const

/** Where a role goes from here. */
export function QuickLinks({ role }: { role: Role }) {
  const { t } = useText()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="text-xl">
        {t('dashboard.links')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {links
          .filter(({ roles }) => roles.includes(role))
          .map(({ path, text, note, Icon }) => (
            <li key={path} className="flex">
              <Link
                to={path}
                className="flex grow items-center gap-4 rounded-lg border border-line bg-white p-4 hover:border-leaf-ink hover:bg-leaf-tint"
              >
                <Icon aria-hidden="true" className="size-8 shrink-0 text-leaf-ink" />
                <span className="flex min-w-0 grow flex-col">
                  <span className="font-bold">{t(text)}</span>
                  <span className="text-sm text-muted">{t(note)}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
