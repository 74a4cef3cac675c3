import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { ExpertFields, validateExpert } from '../expert-fields.tsx'
import { CorrectionForm, type PartProps } from './CorrectionForm.tsx'
import { useSaveDetails } from './use-save-details.ts'

/** Changes the professional profile. `expert`: the values that the form shows first. */
export function ExpertForm({
  details,
  expert,
  waiting,
}: PartProps<'expert'> & { expert: NonNullable<ProfileDetails['expert']> }) {
  const { t, dateTime } = useTranslation()
  const { expert_change_requested_at: requestedAt, is_expert_checked: isChecked } = details
  const save = useSaveDetails('expert', details, waiting !== undefined)
  const form = useForm({
    initialValues: { ...expert, experience_years: String(expert.experience_years) },
    validate: validateExpert,
    onSubmit: values => save({ ...values, experience_years: Number(values.experience_years) }),
  })
  return (
    <CorrectionForm title={t('profile.expert')} {...form} waiting={waiting}>
      {requestedAt !== null && (
        <Notice kind="warning">{t('profile.expert_change', { when: dateTime(requestedAt) })}</Notice>
      )}
      {isChecked && requestedAt === null && <p className="text-muted">{t('profile.expert_lead')}</p>}
      <ExpertFields form={form} />
    </CorrectionForm>
  )
}
