import type { ExpertApplication } from '@kutu/contract/accounts/accounts'
import { approvalActions } from '@kutu/contract/accounts/expert-approval'
import { type CountryCode, countryCodes } from '@kutu/places/districts'
import { useState } from 'react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { DistrictsField } from '../../../ui/form/DistrictsField.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { DetailList } from '../../../ui/layout/DetailList.tsx'
import { DeclineDialog, type ExpertDecision, useDecideExpert } from './decide-expert.tsx'
import { ProfileChange } from './ProfileChange.tsx'

const tones: Record<ExpertApplication['approval'], Tone> = { waiting: 'amber', approved: 'leaf', declined: 'rust' }

/** Shows one application with its allowed actions. */
export function ExpertCard({ expert }: { expert: ExpertApplication }) {
  const { t, dateTime, language } = useTranslation()
  /** Where the expert decides on warnings once approved; null for nowhere yet. */
  const [country, setCountry] = useState(expert.country ?? expert.suggested_country)
  const [districts, setDistricts] = useState(expert.districts)
  const [isDeclining, setDeclining] = useState(false)
  const decide = useDecideExpert(expert.id)
  const name = expert.username
  const allowedMoves: readonly string[] = approvalActions[expert.approval]
  // The same action for the server: an approval that was given is withdrawn.
  const verb = expert.approval === 'approved' ? 'withdraw' : 'decline'
  const { run, isBusy } = useAction(async (decision: ExpertDecision) => {
    await decide.mutateAsync(decision)
    return t(`waiting_experts.${decision.action === 'approve' ? 'approve' : verb}_notice`, { name })
  })

  return (
    <article aria-label={name} className="flex flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-6">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-lg break-words">{name}</h2>
          <p className="text-sm text-muted">{t('waiting_experts.signed_up', { when: dateTime(expert.created_at) })}</p>
          {expert.changed_at !== null && (
            <p className="text-sm font-bold text-amber-ink">
              {t('waiting_experts.changed_on', { when: dateTime(expert.changed_at) })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {!expert.is_active && <Badge>{t('users.state.not_activated')}</Badge>}
          <Badge tone={tones[expert.approval]}>{t(`waiting_experts.${expert.approval}`)}</Badge>
        </div>
      </header>
      {expert.change && <ProfileChange expert={expert} change={expert.change} />}
      <ExpertDetails expert={expert} />
      {allowedMoves.includes('approve') && (
        <div className="flex max-w-md flex-col gap-3">
          <Select<CountryCode | 'none'>
            label={t('waiting_experts.country')}
            value={country ?? 'none'}
            options={[
              ...countryCodes.map(value => ({ value, label: getCountryName(value, language) })),
              { value: 'none', label: t('waiting_experts.no_country') },
            ]}
            onChange={value => setCountry(value === 'none' ? null : value)}
          />
          <h3 className="text-base">{t('district.served')}</h3>
          <DistrictsField codes={districts} country={country ?? undefined} onChange={setDistricts} />
        </div>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        {allowedMoves.includes('approve') && (
          <Button
            busy={isBusy && !isDeclining}
            aria-label={t('waiting_experts.approve_of', { name })}
            onClick={() => run({ action: 'approve', country, ...(districts !== expert.districts && { districts }) })}
          >
            {t('waiting_experts.approve')}
          </Button>
        )}
        {allowedMoves.includes('decline') && (
          <Button
            variant="secondary"
            aria-label={t(`waiting_experts.${verb}_of`, { name })}
            onClick={() => setDeclining(true)}
          >
            {t(`waiting_experts.${verb}`)}
          </Button>
        )}
      </div>
      {isDeclining && (
        <DeclineDialog
          title={t(`waiting_experts.${verb}_of`, { name })}
          confirmLabel={t(`waiting_experts.${verb}`)}
          onClose={() => setDeclining(false)}
          onDecline={reason => run({ action: 'decline', reason })}
        />
      )}
    </article>
  )
}

/** Shows the details that an expert entered at sign-up. */
function ExpertDetails({ expert }: { expert: ExpertApplication }) {
  const { t } = useTranslation()
  const { profile } = expert
  const details = [
    [t('users.email'), expert.email],
    [t('phone.number'), expert.phone_number],
    [t('expert.areas'), profile.areas_of_expertise],
    [t('expert.institution'), profile.institution],
    [t('expert.experience'), t('waiting_experts.years_count', { count: profile.experience_years })],
    [t('expert.certifications'), profile.certifications],
    [t('expert.languages'), profile.languages_spoken],
    [t('expert.social'), profile.social_links],
  ] as const
  return (
    <DetailList details={details.map(([name, value]) => [name, value || t('field.not_given')])}>
      <div className="min-w-0 sm:col-span-2">
        <dt className="text-sm text-muted">{t('expert.bio')}</dt>
        <dd className="max-w-prose break-words whitespace-pre-line">{profile.bio || t('field.not_given')}</dd>
      </div>
    </DetailList>
  )
}
