import type { User } from '@kutu/contract/accounts/accounts'
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { PhoneInput } from '../../../ui/phone/PhoneInput.tsx'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { ExpertFields, validateExpert } from '../expert-fields.tsx'
import { FarmFields, type FarmFormValues, isCropType, validateFarm } from '../farm-fields.tsx'
import { CompleteProfile, detailsKey } from './CompleteProfile.tsx'
import { DistrictsServed } from './DistrictsServed.tsx'

/** Corrects the phone number, the farm or the professional profile, and the personal details once they are complete. */
export function CorrectDetails({ user }: { user: User }) {
  // Fetched when the form opens, because the stored record lacks some.
  const query = useQuery({ ...apiQuery(detailsKey, 'GET /api/account/details/'), staleTime: 0 })
  return (
    <Loaded query={query} skeleton={<SkeletonList className="h-40 w-full" />}>
      {details => (
        <div className="flex flex-col gap-4">
          <PhoneForm details={details} />
          {details.farm && <FarmForm farm={details.farm} phoneNumber={details.phone_number} />}
          {details.expert && <ExpertForm details={details} expert={details.expert} />}
          {details.expert && <DistrictsServed country={parsePhone(details.phone_number, undefined).countryCode} />}
          {details.person && <CompleteProfile user={user} details={details.person} />}
        </div>
      )}
    </Loaded>
  )
}

function PhoneForm({ details: { phone_number } }: { details: ProfileDetails }) {
  const { t } = useTranslation()
  const save = useSave()
  const form = useForm({
    initialValues: { phone_number },
    onSubmit: body => save(callApi('PUT /api/account/phone-number/', { body })),
  })
  return (
    <CorrectionForm title={t('phone.number')} {...form}>
      <PhoneInput {...form.control('phone_number')} name="phone_number" label={t('phone.number')} optional />
    </CorrectionForm>
  )
}

function FarmForm({ farm, phoneNumber }: { farm: NonNullable<ProfileDetails['farm']>; phoneNumber: string }) {
  const { t } = useTranslation()
  const save = useSave()
  const form = useForm<FarmFormValues>({
    initialValues: {
      farm_location: farm.farm_location,
      district: farm.district ?? '',
      farm_size: farm.farm_size === null ? '' : String(farm.farm_size),
      crop_types: farm.crop_types.filter(isCropType),
    },
    validate: validateFarm,
    onSubmit: values => {
      // An API client may have stored other crops, which have no checkbox here.
      const others = farm.crop_types.filter(crop => !isCropType(crop))
      const body = { ...values, farm_size: Number(values.farm_size), crop_types: [...values.crop_types, ...others] }
      return save(callApi('PUT /api/account/farm/', { body }))
    },
  })
  return (
    <CorrectionForm title={t('signup_farmer.farm')} {...form}>
      <FarmFields form={form} phoneNumber={phoneNumber} />
    </CorrectionForm>
  )
}

function ExpertForm({ details, expert }: { details: ProfileDetails; expert: NonNullable<ProfileDetails['expert']> }) {
  const { t, dateTime } = useTranslation()
  const { expert_change_requested_at: requestedAt, is_expert_checked: isChecked } = details
  const save = useSave()
  const form = useForm({
    initialValues: { ...expert, experience_years: String(expert.experience_years) },
    validate: validateExpert,
    onSubmit: values => {
      const body = { ...values, experience_years: Number(values.experience_years) }
      return save(callApi('PUT /api/account/expert-profile/', { body }))
    },
  })
  return (
    <CorrectionForm title={t('profile.expert')} {...form}>
      {requestedAt !== null && (
        <Notice kind="warning">{t('profile.expert_change', { when: dateTime(requestedAt) })}</Notice>
      )}
      {isChecked && requestedAt === null && <p className="text-muted">{t('profile.expert_lead')}</p>}
      <ExpertFields form={form} />
    </CorrectionForm>
  )
}

/** A card with the form of one part of the details. */
function CorrectionForm({
  title,
  submit,
  isSubmitting,
  children,
}: {
  title: string
  submit: React.FormEventHandler<HTMLFormElement>
  isSubmitting: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Card title={title}>
      <form noValidate aria-label={title} onSubmit={submit} className="flex flex-col gap-5">
        {children}
        <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
          {t('action.save')}
        </Button>
      </form>
    </Card>
  )
}

/** Returns a function that shows the record which a change replies with everywhere. */
function useSave() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return async (saving: Promise<User>): Promise<void> => {
    storeUser(await saving)
    showSuccess(t('profile.saved'))
    await client.invalidateQueries({ queryKey: detailsKey })
  }
}
