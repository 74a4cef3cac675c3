import { useEffect, useState } from 'react'
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
  validateAccount,
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

/** Returns if an administrator checks the details of experts; undefined until the server has said so. */
function useIsChecked(): boolean | undefined {
  const [isChecked, setChecked] = useState<boolean>()
  useEffect(() => {
    const abort = new AbortController()
    callApi('GET /api/auth/register/expert/', { signal: abort.signal }).then(
      ({ is_checked }) => setChecked(is_checked),
      () => undefined,
    )
    return () => abort.abort()
  }, [])
  return isChecked
}

/** The expert's sign-up form with the details that an admin reviews. */
export function ExpertSignUp() {
  const { t } = useTranslation()
  const isChecked = useIsChecked()
  const form = useSignUp({
    initialValues: emptyForm,
    validate: async values => ({
      ...(await validateAccount(values)),
      areas_of_expertise: /[^\s,]/.test(values.areas_of_expertise) ? undefined : t('signup_expert.areas_missing'),
      experience_years: isValidYears(values.experience_years) ? undefined : t('signup_expert.years_wrong'),
    }),
    register: (values, idempotencyKey) =>
      callApi('POST /api/auth/register/expert/', {
        body: { ...values, experience_years: Number(values.experience_years) },
        idempotencyKey,
      }),
  })
  return (
    <div className="flex flex-col gap-6">
      <PageTitle
        title={t('signup_expert.title')}
        lead={isChecked === undefined ? '' : t(isChecked ? 'signup_expert.lead' : 'signup_expert.lead_unchecked')}
      />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <EmailInput form={form} />
        <UsernameInput form={form} />
        <PasswordInput form={form} />
        <PhoneNumberInput form={form} />
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
        <SignUpFooter
          isSending={form.isSubmitting}
          otherSignUp={{ to: '/auth/signup', label: t('signup_expert.to_farmer') }}
        />
      </form>
    </div>
  )
}
