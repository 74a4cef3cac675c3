import type { SlotExpert } from '@kutu/contract/consultations/consultations'
import { BadgeCheck } from 'lucide-react'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Returns the id of the heading of an expert's slots, which takes the focus after a booking. */
export const expertTitleId = (id: string): string => `expert-${id}`

/** Says since when an administrator has checked the qualifications. Nothing where nobody did. */
export function CheckedSince({ at }: { at: string | null }) {
  const { t, date } = useTranslation()
  if (at === null) return null
  return (
    <p className="flex items-center gap-2 text-sm text-leaf-ink">
      <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
      {t('book.expert_checked', { date: date(at) })}
    </p>
  )
}

/** Named facts about an expert; those without a value are left out. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd dir="auto" className="text-start wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}

export const nameDistricts = ({ districts }: SlotExpert): string => districts.map(({ name }) => name).join(', ')

const minutesPerHour = 60
const hoursPerDay = 24

/** Says how often the expert helped; empty if never. */
export const describeHelp = ({ help: { helpful } }: SlotExpert): string =>
  helpful > 0 ? t('book.helped', { count: helpful }) : ''

/** Says how many answers the expert gave on the board and how many are endorsed; empty without any. */
export function describeAnswers({ help: { answers, endorsed } }: SlotExpert): string {
  if (answers === 0) return ''
  return endorsed > 0 ? t('book.answers_endorsed', { count: answers, endorsed }) : t('book.answers', { count: answers })
}

/** Says how fast the expert replies to bookings; empty as long as that is not known. */
export function describeReplyTime({ help: { reply_minutes: minutes } }: SlotExpert): string {
  if (minutes === null) return ''
  const hours = Math.max(1, Math.ceil(minutes / minutesPerHour))
  return hours > hoursPerDay
    ? t('book.replies_in_days', { count: Math.ceil(hours / hoursPerDay) })
    : t('book.replies_in_hours', { count: hours })
}
