import { clsx } from 'clsx'
import { CalendarCheck, CalendarPlus, MessagesSquare, Sprout } from 'lucide-react'
import { Link } from 'wouter'
import { useTranslation } from '../../i18n/use-translation.ts'
import { QuickLinkPicture } from './QuickLinkPicture.tsx'

/** The four links of a farmer, with the addresses of the specification, which redirect. */
const farmerLinks = [
  { path: '/account/images/upload', labelKey: 'menu.upload_image', picture: 'upload' },
  { path: '/account/bookings', labelKey: 'dashboard.link.book', picture: 'book' },
  { path: '/account/posts/create', labelKey: 'dashboard.link.make', picture: 'make' },
  { path: '/account/posts', labelKey: 'dashboard.link.view', picture: 'view' },
] as const

/** The most used screens of the other roles. */
const links = {
  farmer: [],
  expert: [
    { path: '/account/addresses/all-posts', labelKey: 'menu.all_posts', Icon: MessagesSquare },
    { path: '/account/addresses/bookings', labelKey: 'menu.bookings', Icon: CalendarCheck },
    { path: '/account/addresses/availability-slots', labelKey: 'menu.create_slot', Icon: CalendarPlus },
    { path: '/account/addresses/model-training', labelKey: 'menu.model_training', Icon: Sprout },
  ],
} as const

/** Links to the most used screens of a role. */
export function QuickLinks({ role }: { role: keyof typeof links }) {
  const { t } = useTranslation()
  const tileClass =
    'flex grow flex-col gap-2 rounded-lg border border-line bg-white hover:border-leaf-ink hover:bg-leaf-tint'
  return (
    <nav aria-label={t('dashboard.links')}>
      <ul
        className={clsx(
          // One column where the text is larger.
          'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-2 sm:grid-cols-2 sm:gap-3',
          role !== 'farmer' && 'lg:grid-cols-4',
        )}
      >
        {role === 'farmer' &&
          farmerLinks.map(({ path, labelKey, picture }) => (
            <li key={path} className="flex">
              <Link to={path} className={clsx(tileClass, 'p-2')}>
                <QuickLinkPicture name={picture} />
                <span className="px-1 text-sm leading-tight font-bold sm:text-base">{t(labelKey)}</span>
              </Link>
            </li>
          ))}
        {links[role].map(({ path, labelKey, Icon }) => (
          <li key={path} className="flex">
            <Link to={path} className={clsx(tileClass, 'min-h-24 p-3 sm:p-4')}>
              <Icon aria-hidden="true" className="size-7 shrink-0 text-leaf-ink" />
              <span className="leading-tight font-bold">{t(labelKey)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
