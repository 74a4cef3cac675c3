import { callApi } from '../../../api/api-client.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { FarmFields, type FarmFormValues, validateFarm } from '../farm-fields.tsx'
import { ConfirmPasswordField } from '../passwords/NewPasswordFields.tsx'
import { AccountFields, type AccountFormValues, validateAccount } from './account-fields.tsx'
import { SignUpFooter } from './SignUpFooter.tsx'
import { useSignUp } from './use-sign-up.ts'

type FarmerForm = AccountFormValues & FarmFormValues & { confirm_password: string }
const emptyForm: FarmerForm = {
  email: '',
  username: '',
  password: '',
  confirm_password: '',
  phone_number: '',
  farm_location: '',
  district: '',
  farm_size: '',
  crop_types: [],
}

function getConfirmationError({ password, confirm_password }: FarmerForm): string | undefined {
  if (confirm_password === '') return t('signup.confirm_missing')
  return confirm_password === password ? undefined : t('password.mismatch')
}

/** The farmer's sign-up form. */
export function FarmerSignUp() {
  const { t } = useTranslation()
  const form = useSignUp({
    initialValues: emptyForm,
    validate: async values => ({
      ...(await validateAccount(values)),
      confirm_password: getConfirmationError(values),
      ...validateFarm(values),
    }),
    register: (values, idempotencyKey) =>
      callApi('POST /api/auth/register/farmer/', {
        body: { ...values, farm_size: Number(values.farm_size) },
        idempotencyKey,
      }),
  })
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('signup_farmer.title')} lead={t('signup_farmer.lead')} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <AccountFields form={form}>
          <ConfirmPasswordField
            {...form.text('confirm_password')}
            password={form.values.password}
            onUseSame={form.control('confirm_password').onChange}
          />
        </AccountFields>
        <h2 className="border-t border-line pt-5 text-lg">{t('signup_farmer.farm')}</h2>
        <FarmFields form={form} phoneNumber={form.values.phone_number} />
        <SignUpFooter
          isSending={form.isSubmitting}
          otherSignUp={{ to: '/auth/expert-signup', label: t('signup_farmer.to_expert') }}
        />
      </form>
    </div>
  )
}
