import { FormProvider, useForm } from 'react-hook-form'
import { callApi } from '../../../api/api-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import {
  type AccountFormValues,
  EmailInput,
  PasswordInput,
  PhoneNumberInput,
  UsernameInput,
} from './account-fields.tsx'
import { SignUpFooter } from './SignUpFooter.tsx'
import { useSignUp } from './use-sign-up.ts'

/** Lists are comma-separated strings, which the server splits. */
type ExpertForm = AccountFormValues & {
  areas_of_expertise: string
  certifications: string
  bio: string
  experience_years: string
  institution: string
  languages_spoken: string
  social_links: string
}
const emptyForm: ExpertForm = {
  email: '',
  username: '',
  password: '',
  phone_number: '',
  areas_of_expertise: '',
  certifications: '',
  bio: '',
  experience_years: '0',
  institution: '',
  languages_spoken: '',
  social_links: '',
}
const isValidYears = (value: string) => /^\d{1,2}$/.test(value) && Number(value) <= 80

/** The expert's sign-up form with the details that an admin reviews. */
export function ExpertSignUp() {
  const { t } = useTranslation()
  const form = useForm<ExpertForm>({ defaultValues: emptyForm, shouldFocusError: false })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const submit = useSignUp(form, (values, idempotencyKey) =>
    callApi('POST /api/auth/register/expert/', {
      body: { ...values, experience_years: Number(values.experience_years) },
      idempotencyKey,
    }),
  )
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('signup_expert.title')} lead={t('signup_expert.lead')} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <EmailInput />
          <UsernameInput />
          <PasswordInput />
          <PhoneNumberInput />
          <TextField
            {...register('areas_of_expertise', {
              validate: value => /[^\s,]/.test(value) || t('signup_expert.areas_missing'),
            })}
            label={t('signup_expert.areas')}
            hint={t('signup_expert.areas_hint')}
            error={errors.areas_of_expertise?.message}
          />
          <TextField
            {...register('certifications')}
            label={t('signup_expert.certifications')}
            hint={t('signup_expert.commas')}
            error={errors.certifications?.message}
            optional
          />
          <TextArea {...register('bio')} label={t('signup_expert.bio')} error={errors.bio?.message} optional />
          <NumberField
            {...register('experience_years', {
              validate: value => isValidYears(value) || t('signup_expert.years_wrong'),
            })}
            label={t('signup_expert.years')}
            error={errors.experience_years?.message}
            inputMode="numeric"
            min="0"
            max="80"
          />
          <TextField
            {...register('institution')}
            label={t('signup_expert.institution')}
            error={errors.institution?.message}
            autoComplete="organization"
            optional
          />
          <TextField
            {...register('languages_spoken')}
            label={t('signup_expert.languages')}
            hint={t('signup_expert.commas')}
            error={errors.languages_spoken?.message}
            optional
          />
          <TextField
            {...register('social_links')}
            label={t('signup_expert.social')}
            hint={t('signup_expert.commas')}
            error={errors.social_links?.message}
            optional
          />
          <SignUpFooter
            isSending={isSubmitting}
            otherSignUp={{ to: '/auth/signup', label: t('signup_expert.to_farmer') }}
          />
        </form>
      </FormProvider>
    </div>
  )
}
