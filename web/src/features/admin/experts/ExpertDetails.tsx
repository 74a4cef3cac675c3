import type { ExpertApplication } from '@kutu/contract/accounts/accounts'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Shows the details that an expert entered at sign-up. */
export function ExpertDetails({ expert }: { expert: ExpertApplication }) {
  const { t } = useTranslation()
  const { profile } = expert
  const details = [
    [t('waiting_experts.email'), expert.email],
    [t('waiting_experts.phone'), expert.phone_number],
    [t('waiting_experts.areas'), profile.areas_of_expertise],
    [t('waiting_experts.institution'), profile.institution],
    [t('waiting_experts.years'), t('waiting_experts.years_count', { count: profile.experience_years })],
    [t('waiting_experts.certifications'), profile.certifications],
    [t('waiting_experts.languages'), profile.languages_spoken],
    [t('waiting_experts.social'), profile.social_links],
  ] as const
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {details.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="break-words">{value || t('waiting_experts.not_given')}</dd>
        </div>
      ))}
      <div className="min-w-0 sm:col-span-2">
        <dt className="text-sm text-muted">{t('waiting_experts.bio')}</dt>
        <dd className="max-w-prose break-words whitespace-pre-line">{profile.bio || t('waiting_experts.not_given')}</dd>
      </div>
    </dl>
  )
}
