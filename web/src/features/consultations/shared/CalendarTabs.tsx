import { Link, useLocation, useSearchParams } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkChips } from '../../../ui/layout/LinkChips.tsx'
import { bookingsPath, createSlotPath, workingHoursPath } from './paths.ts'

const screens = [
  { path: bookingsPath, labelKey: 'menu.bookings' },
  { path: createSlotPath, labelKey: 'menu.create_slot' },
  { path: workingHoursPath, labelKey: 'hours.title' },
] as const

/** Links the screens of an expert's calendar with each other. */
export function CalendarTabs() {
  const { t } = useTranslation()
  const [pathname] = useLocation()
  return (
    <nav aria-label={t('calendar.title')}>
      <ul className="flex gap-1 border-b border-line">
        {screens.map(({ path, labelKey }) => (
          <li key={path} className="flex max-sm:flex-1">
            <Link
              to={path}
              aria-current={path === pathname ? 'page' : undefined}
              className="flex min-h-12 grow items-center justify-center border-b-4 border-transparent px-1 text-center text-sm leading-tight font-bold text-muted -outline-offset-3 hover:border-line hover:text-ink aria-[current=page]:border-leaf aria-[current=page]:text-leaf-ink sm:px-4 sm:text-base"
            >
              {t(labelKey)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export type CalendarPart = 'upcoming' | 'past'

/** Returns the part of the calendar that the URL selects: what is ahead, or with `?status=past` what is over. */
export const useCalendarPart = (): CalendarPart => (useSearchParams()[0].get('status') === 'past' ? 'past' : 'upcoming')

export function CalendarPartFilter({ selected }: { selected: CalendarPart }) {
  const { t } = useTranslation()
  const [pathname] = useLocation()
  return (
    <LinkChips
      isFilter
      label={t('filter.show')}
      chips={[
        { id: 'upcoming', to: pathname, label: t('calendar.upcoming'), isCurrent: selected === 'upcoming' },
        { id: 'past', to: '?status=past', label: t('calendar.past'), isCurrent: selected === 'past' },
      ]}
    />
  )
}
