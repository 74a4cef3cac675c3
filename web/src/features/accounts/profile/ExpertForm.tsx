import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
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
    validate: ({ areas_of_expertise, experience_years }) => ({
      areas_of_expertise: /[^\s,]/.test(areas_of_expertise) ? undefined : t('signup_expert.areas_missing'),
      experience_years:
        /^\d{1,2}$/.test(experience_years) && Number(experience_years) <= 80
          ? undefined
          : t('signup_expert.years_wrong'),
    }),
    onSubmit: values => save({ ...values, experience_years: Number(values.experience_years) }),
  })
  return (
    <CorrectionForm title={t('profile.expert')} {...form} waiting={waiting}>
      {requestedAt !== null && (
        <Notice kind="warning">{t('profile.expert_change', { when: dateTime(requestedAt) })}</Notice>
      )}
      {isChecked && requestedAt === null && <p className="text-muted">{t('profile.expert_lead')}</p>}
      <TextField
        {...form.text('areas_of_expertise')}
        label={t('signup_expert.areas')}
        hint={t('signup_expert.areas_hint')}
      />
      <TextField
        {...form.text('certifications')}
        label={t('signup_expert.certifications')}
        hint={t('signup_expert.commas')}
        optional
      />
      <TextArea {...form.text('bio')} label={t('signup_expert.bio')} optional />
      <NumberField
        {...form.text('experience_years')}
        label={t('signup_expert.years')}
        inputMode="numeric"
        min="0"
        max="80"
      />
      <TextField
        {...form.text('institution')}
        label={t('signup_expert.institution')}
        autoComplete="organization"
        optional
      />
      <TextField
        {...form.text('languages_spoken')}
        label={t('signup_expert.languages')}
        hint={t('signup_expert.commas')}
        optional
      />
      <TextField
        {...form.text('social_links')}
        label={t('signup_expert.social')}
        hint={t('signup_expert.commas')}
        optional
      />
    </CorrectionForm>
  )
}
