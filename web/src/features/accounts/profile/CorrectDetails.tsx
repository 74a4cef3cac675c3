import type { User } from '@kutu/contract/accounts/accounts'
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import type { CropType } from '@kutu/contract/common'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { PhoneInput } from '../../../ui/phone/PhoneInput.tsx'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { DistrictField } from '../district/DistrictField.tsx'
import { CropTypesField } from '../signup/CropTypesField.tsx'
import { CompleteProfile } from './CompleteProfile.tsx'
import { detailsKey, useDetails } from './queries.ts'

/** Corrects the phone number, the farm or the professional profile, and the personal details once they are complete. */
export function CorrectDetails({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useDetails()
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <p role="status">{t('state.waiting')}</p>
  return (
    <div className="flex flex-col gap-4">
      <PhoneForm phoneNumber={data.phone_number} />
      {data.farm && <FarmForm farm={data.farm} phoneNumber={data.phone_number} />}
      {data.expert && <ExpertForm expert={data.expert} isApproved={user.is_approved} />}
      {data.person && <CompleteProfile user={user} details={data.person} />}
    </div>
  )
}

/** Returns the function that saves a part: it shows the new record everywhere and says so. */
function useSave(): (request: Promise<User>) => Promise<void> {
  const { t } = useTranslation()
  const client = useQueryClient()
  return async request => {
    storeUser(await request)
    showSuccess(t('notice.success'), t('profile.saved'))
    await client.invalidateQueries({ queryKey: detailsKey })
  }
}

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
          {t('profile.save')}
        </Button>
      </form>
    </Card>
  )
}

function PhoneForm({ phoneNumber }: { phoneNumber: string }) {
  const { t } = useTranslation()
  const save = useSave()
  const form = useForm({
    initialValues: { phone_number: phoneNumber },
    onSubmit: body => save(callApi('PUT /api/account/phone-number/', { body })),
  })
  return (
    <CorrectionForm title={t('signup.phone')} submit={form.submit} isSubmitting={form.isSubmitting}>
      <PhoneInput {...form.control('phone_number')} name="phone_number" label={t('signup.phone')} optional />
    </CorrectionForm>
  )
}

const cropTypes: readonly string[] = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] satisfies CropType[]
const isCropType = (crop: string): crop is CropType => cropTypes.includes(crop)

function FarmForm({ farm, phoneNumber }: { farm: NonNullable<ProfileDetails['farm']>; phoneNumber: string }) {
  const { t } = useTranslation()
  const save = useSave()
  const form = useForm<{ farm_location: string; district: string; farm_size: string; crop_types: CropType[] }>({
    initialValues: {
      farm_location: farm.farm_location,
      district: farm.district ?? '',
      farm_size: farm.farm_size === null ? '' : String(farm.farm_size),
      crop_types: farm.crop_types.filter(isCropType),
    },
    validate: ({ farm_location, farm_size }) => ({
      farm_location: farm_location.trim() === '' ? t('signup_farmer.location_missing') : undefined,
      farm_size: Number(farm_size) > 0 ? undefined : t('signup_farmer.size_missing'),
    }),
    onSubmit: ({ crop_types, ...values }) => {
      // An API client may have stored other crops, which have no checkbox here.
      const others = farm.crop_types.filter(crop => !isCropType(crop))
      const body = { ...values, farm_size: Number(values.farm_size), crop_types: [...crop_types, ...others] }
      return save(callApi('PUT /api/account/farm/', { body }))
    },
  })
  return (
    <CorrectionForm title={t('profile.farm')} submit={form.submit} isSubmitting={form.isSubmitting}>
      <TextField
        {...form.text('farm_location')}
        label={t('signup_farmer.location')}
        hint={t('signup_farmer.location_hint')}
        autoComplete="address-level2"
      />
      <DistrictField
        {...form.control('district')}
        location={form.values.farm_location}
        country={parsePhone(phoneNumber, undefined).countryCode}
      />
      <NumberField {...form.text('farm_size')} label={t('signup_farmer.size')} min="0" />
      <CropTypesField {...form.control('crop_types')} />
    </CorrectionForm>
  )
}

function ExpertForm({ expert, isApproved }: { expert: NonNullable<ProfileDetails['expert']>; isApproved: boolean }) {
  const { t } = useTranslation()
  const save = useSave()
  const form = useForm({
    initialValues: { ...expert, experience_years: String(expert.experience_years) },
    validate: ({ areas_of_expertise, experience_years }) => ({
      areas_of_expertise: /[^\s,]/.test(areas_of_expertise) ? undefined : t('signup_expert.areas_missing'),
      experience_years:
        /^\d{1,2}$/.test(experience_years) && Number(experience_years) <= 80
          ? undefined
          : t('signup_expert.years_wrong'),
    }),
    onSubmit: values => {
      const body = { ...values, experience_years: Number(values.experience_years) }
      return save(callApi('PUT /api/account/expert-profile/', { body }))
    },
  })
  return (
    <CorrectionForm title={t('profile.expert')} submit={form.submit} isSubmitting={form.isSubmitting}>
      {isApproved && <p className="text-muted">{t('profile.expert_lead')}</p>}
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
