import type { ExpertApplication } from '@kutu/contract/accounts/accounts'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { DeclineDialog, useDecideExpert } from './decide-expert.tsx'

type Change = NonNullable<ExpertApplication['change']>

/** Shows changed qualifications that wait beside the published ones, and publishes or declines them. */
export function ProfileChange({ expert, change }: { expert: ExpertApplication; change: Change }) {
  const { t, dateTime } = useTranslation()
  const [isDeclining, setDeclining] = useState(false)
  const decide = useDecideExpert(expert.id)
  const { username: name, profile } = expert
  const format = (values: Omit<Change, 'requested_at'>) =>
    [
      [t('expert.areas'), values.areas_of_expertise],
      [t('expert.certifications'), values.certifications],
      [t('expert.experience'), t('waiting_experts.years_count', { count: values.experience_years })],
      [t('expert.institution'), values.institution],
    ] as const
  const published = format(profile)
  const differences = format(change).flatMap(([label, entered], index) => {
    const before = published[index]?.[1] ?? ''
    return entered === before ? [] : [{ label, before, entered }]
  })

  const { run, isBusy } = useAction(async (action: 'approve_change' | 'decline_change', reason?: string) => {
    const decision = { action, requested_at: change.requested_at, ...(reason && { reason }) }
    await decide.mutateAsync(decision)
    return t(`waiting_experts.${action}_notice`, { name })
  })

  return (
    <section className="flex flex-col gap-4 rounded-lg border border-amber bg-amber-tint p-4">
      <h3 className="text-base">{t('waiting_experts.change', { when: dateTime(change.requested_at) })}</h3>
      <dl className="flex flex-col gap-3">
        {differences.map(({ label, before, entered }) => (
          <div key={label} className="min-w-0">
            <dt className="font-bold">{label}</dt>
            <dd className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
              <Version title={t('waiting_experts.change_published')}>{before || t('field.not_given')}</Version>
              <Version title={t('waiting_experts.change_entered')}>{entered || t('field.not_given')}</Version>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={isBusy && !isDeclining}
          aria-label={t('waiting_experts.approve_change_of', { name })}
          onClick={() => run('approve_change')}
        >
          {t('waiting_experts.approve_change')}
        </Button>
        <Button
          variant="secondary"
          aria-label={t('waiting_experts.decline_change_of', { name })}
          onClick={() => setDeclining(true)}
        >
          {t('waiting_experts.decline')}
        </Button>
      </div>
      {isDeclining && (
        <DeclineDialog
          title={t('waiting_experts.decline_change_of', { name })}
          confirmLabel={t('waiting_experts.decline')}
          onClose={() => setDeclining(false)}
          onDecline={reason => run('decline_change', reason)}
        />
      )}
    </section>
  )
}

const Version = ({ title, children }: { title: string; children: string }) => (
  <p className="min-w-0 break-words">
    <span className="text-sm text-muted">{title}: </span>
    {children}
  </p>
)
