import type { User } from '@kutu/contract/accounts/accounts'
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { OfflineError } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { PhoneInput } from '../../../ui/phone/PhoneInput.tsx'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { ExpertFields, validateExpert } from '../expert-fields.tsx'
import { CompleteProfile } from './CompleteProfile.tsx'
import { CorrectionForm, type PartProps } from './CorrectionForm.tsx'
import { DistrictsServed } from './DistrictsServed.tsx'
import { FarmForm } from './FarmForm.tsx'
import { useDetails } from './queries.ts'
import { useSaveDetails, useWaitingDetails } from './use-save-details.ts'

/** Corrects the phone number, the farm or the professional profile, and the personal details once they are complete. */
export function CorrectDetails({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useDetails()
  const waiting = useWaitingDetails()
  const details = data ?? (error instanceof OfflineError ? getStoredDetails(user) : undefined)
  if (error && !details) return <LoadError error={error} onRetry={refetch} />
  if (!details || !waiting) return <p role="status">{t('state.waiting')}</p>
  return (
    <div className="flex flex-col gap-4">
      <PhoneForm details={details} waiting={waiting.phone_number} />
      {details.farm && <FarmForm details={details} farm={waiting.farm?.body ?? details.farm} waiting={waiting.farm} />}
      {details.expert && (
        <ExpertForm details={details} expert={waiting.expert?.body ?? details.expert} waiting={waiting.expert} />
      )}
      {details.expert && <DistrictsServed country={parsePhone(details.phone_number, undefined).countryCode} />}
      {details.person && <CompleteProfile user={user} details={details.person} />}
    </div>
  )
}

/** Returns the details as this device has them. Personal details are not stored on it. */
function getStoredDetails({ profile, phone_number }: User): ProfileDetails {
  const farm = profile && 'farm_location' in profile ? profile : null
  const expert = profile && 'areas_of_expertise' in profile ? profile : null
  return { phone_number, farm, expert, person: null, expert_change_requested_at: null, is_expert_checked: false }
}

function PhoneForm({ details, waiting }: PartProps<'phone_number'>) {
  const { t } = useTranslation()
  const save = useSaveDetails('phone_number', details, waiting !== undefined)
  const form = useForm({
    initialValues: { phone_number: (waiting?.body ?? details).phone_number },
    onSubmit: save,
  })
  return (
    <CorrectionForm title={t('signup.phone')} {...form} waiting={waiting}>
      <PhoneInput {...form.control('phone_number')} name="phone_number" label={t('signup.phone')} optional />
    </CorrectionForm>
  )
}

/** Changes the professional profile. `expert`: the values that the form shows first. */
function ExpertForm({
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
