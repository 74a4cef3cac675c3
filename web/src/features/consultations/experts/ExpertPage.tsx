import type { ExpertProfile } from '@kutu/contract/consultations/consultations'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Pencil } from 'lucide-react'
import { useParams } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import {
  CheckedSince,
  describeAnswers,
  describeHelp,
  describeReplyTime,
  FactList,
  nameDistricts,
} from '../shared/ExpertFacts.tsx'
import { expertQuery } from '../shared/farmer-queries.ts'
import { slotsPath } from '../shared/paths.ts'
import { FreeSlots } from './FreeSlots.tsx'

/** Shows what an expert has published, and to farmers the next free slots to book. */
export function ExpertPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const expert = useQuery(expertQuery(id))
  return (
    <>
      <PageTitle title={expert.data?.user.username ?? t('expert.title')} action={<NextStep id={id} />} />
      <Loaded
        query={expert}
        skeleton={<SkeletonList count={2} className="h-48 w-full" />}
        notFound={<EmptyState title={t('expert.gone')}>{t('expert.gone_note')}</EmptyState>}
      >
        {data => <ExpertDetails expert={data} />}
      </Loaded>
    </>
  )
}

/** Farmers go on to all slots, the expert to the form that changes the profile. */
function NextStep({ id }: { id: string }) {
  const { t } = useTranslation()
  const user = useUser()
  if (user?.role === 'farmer')
    return (
      <LinkButton to={slotsPath} variant="secondary" icon={CalendarPlus}>
        {t('expert.all_slots')}
      </LinkButton>
    )
  if (user?.id !== id) return null
  return (
    <LinkButton to="/account/profile" variant="secondary" icon={Pencil}>
      {t('expert.edit')}
    </LinkButton>
  )
}

function ExpertDetails({ expert }: { expert: ExpertProfile }) {
  const { t } = useTranslation()
  const { user, photo, bio, approved_at: checkedAt, experience_years: years } = expert
  const about = [
    [t('book.areas'), expert.areas_of_expertise],
    [t('expert.certifications'), expert.certifications],
    [t('expert.institution'), expert.institution],
    [t('expert.experience'), years > 0 ? t('expert.years', { count: years }) : ''],
    [t('book.languages'), expert.languages_spoken],
    [t('book.serves'), nameDistricts(expert)],
  ] as const
  const help = [
    [t('expert.answers'), describeAnswers(expert)],
    [t('expert.appointments'), describeHelp(expert)],
    [t('expert.replies'), describeReplyTime(expert)],
  ] as const
  return (
    // On a phone the free slots come before the facts: most people open the page to book.
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-5">
        <div className="flex items-center gap-4">
          <Avatar name={user.username} photo={photo} size="large" />
          <div className="flex min-w-0 flex-col gap-1">
            {useUser()?.id === user.id && <p className="font-bold">{t('expert.own')}</p>}
            <p className="text-muted">{t('comments.expert')}</p>
            <CheckedSince at={checkedAt} />
          </div>
        </div>
        {bio && (
          <p dir="auto" className="text-start whitespace-pre-line wrap-anywhere">
            {bio}
          </p>
        )}
        {help.some(([, value]) => value) && (
          <div className="rounded-lg bg-sunken p-4">
            <FactList facts={help} />
          </div>
        )}
      </div>
      <div className="min-w-0 lg:row-span-2">
        <FreeSlots expert={expert} />
      </div>
      <div className="min-w-0 rounded-lg border border-line bg-white p-4 sm:p-5">
        <FactList facts={about} />
      </div>
    </div>
  )
}
