import type { CropType } from '@kutu/contract/common'
import { callApi } from '../../../api/api-client.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { DistrictField } from '../district/DistrictField.tsx'
import { ConfirmPasswordField } from '../passwords/ConfirmPasswordField.tsx'
import {
  type AccountFormValues,
  EmailInput,
  PasswordInput,
  PhoneNumberInput,
  UsernameInput,
  validateAccount,
} from './account-fields.tsx'
import { CropTypesField } from './CropTypesField.tsx'
import { SignUpFooter } from './SignUpFooter.tsx'
import { useSignUp } from './use-sign-up.ts'

type FarmerForm = AccountFormValues & {
  confirm_password: string
  farm_location: string
  farm_size: string
  crop_types: CropType[]
  district: string
}
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
      farm_location: values.farm_location === '' ? t('signup_farmer.location_missing') : undefined,
      farm_size: Number(values.farm_size) > 0 ? undefined : t('signup_farmer.size_missing'),
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
        <EmailInput form={form} />
        <UsernameInput form={form} />
        <PasswordInput form={form} />
        <ConfirmPasswordField
          {...form.text('confirm_password')}
          password={form.values.password}
          onUseSame={form.control('confirm_password').onChange}
        />
        <PhoneNumberInput form={form} />
        <TextField
          {...form.text('farm_location')}
          label={t('signup_farmer.location')}
          hint={t('signup_farmer.location_hint')}
          autoComplete="address-level2"
        />
        <DistrictField
          {...form.control('district')}
          location={form.values.farm_location}
          country={parsePhone(form.values.phone_number, undefined).countryCode}
        />
        <NumberField {...form.text('farm_size')} label={t('signup_farmer.size')} min="0" />
        <CropTypesField {...form.control('crop_types')} />
        <SignUpFooter
          isSending={form.isSubmitting}
          otherSignUp={{ to: '/auth/expert-signup', label: t('signup_farmer.to_expert') }}
        />
      </form>
    </div>
  )
}
