import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import { VisitorQueryProvider } from '../../../api/VisitorQueryProvider.tsx'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { ExpertFields, type ExpertFormValues, validateExpert } from '../expert-fields.tsx'
import { AccountFields, type AccountFormValues, validateAccount } from './account-fields.tsx'
import { SignUpFooter } from './SignUpFooter.tsx'
import { useSignUp } from './use-sign-up.ts'

const emptyForm: AccountFormValues & ExpertFormValues = {
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

/** The expert's sign-up form with the details that an admin reviews. */
export function ExpertSignUp() {
  return (
    <VisitorQueryProvider>
      <SignUpForm />
    </VisitorQueryProvider>
  )
}

function SignUpForm() {
  const { t } = useTranslation()
  // Without a reply the page makes no promise about a check.
  const isChecked = useQuery(apiQuery(['expert-sign-up'], 'GET /api/auth/register/expert/')).data?.is_checked
  const form = useSignUp({
    initialValues: emptyForm,
    validate: async values => ({ ...(await validateAccount(values)), ...validateExpert(values) }),
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
        <AccountFields form={form} />
        <ExpertFields form={form} />
        <SignUpFooter
          isSending={form.isSubmitting}
          otherSignUp={{ to: '/auth/signup', label: t('signup_expert.to_farmer') }}
        />
      </form>
    </div>
  )
}
