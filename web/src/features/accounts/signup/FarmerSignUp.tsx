import type { CropType } from '@kutu/contract/common'
import { FormProvider, useForm } from 'react-hook-form'
import { callApi } from '../../../api/api-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import {
  type AccountFormValues,
  EmailInput,
  PasswordInput,
  PhoneNumberInput,
  UsernameInput,
} from './account-fields.tsx'
import { CropTypesField } from './CropTypesField.tsx'
import { SignUpFooter } from './SignUpFooter.tsx'
import { useSignUp } from './use-sign-up.ts'

type FarmerForm = AccountFormValues & {
  confirm_password: string
  farm_location: string
  farm_size: string
  crop_types: CropType[]
}
const emptyForm: FarmerForm = {
  email: '',
  username: '',
  password: '',
  confirm_password: '',
  phone_number: '',
  farm_location: '',
  farm_size: '',
  crop_types: [],
}

/** The farmer's sign-up form. */
export function FarmerSignUp() {
  const { t } = useTranslation()
  const form = useForm<FarmerForm>({ defaultValues: emptyForm, shouldFocusError: false })
  const { register, formState, getValues, trigger } = form
  const { errors, isSubmitting, isSubmitted } = formState
  const submit = useSignUp(form, (values, idempotencyKey) =>
    callApi('POST /api/auth/register/farmer/', {
      body: { ...values, farm_size: Number(values.farm_size) },
      idempotencyKey,
    }),
  )
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('signup_farmer.title')} lead={t('signup_farmer.lead')} />
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <EmailInput />
          <UsernameInput />
          <PasswordInput onChange={() => isSubmitted && void trigger('confirm_password')} />
          <PasswordField
            {...register('confirm_password', {
              required: t('signup.confirm_missing'),
              validate: value => value === getValues('password') || t('password.mismatch'),
            })}
            label={t('account.confirm_password')}
            error={errors.confirm_password?.message}
            autoComplete="new-password"
          />
          <PhoneNumberInput />
          <TextField
            {...register('farm_location', { required: t('signup_farmer.location_missing') })}
            label={t('signup_farmer.location')}
            hint={t('signup_farmer.location_hint')}
            error={errors.farm_location?.message}
            autoComplete="address-level2"
          />
          <NumberField
            {...register('farm_size', { validate: value => Number(value) > 0 || t('signup_farmer.size_missing') })}
            label={t('signup_farmer.size')}
            error={errors.farm_size?.message}
            min="0"
          />
          <CropTypesField field={register('crop_types')} />
          <SignUpFooter
            isSending={isSubmitting}
            otherSignUp={{ to: '/auth/expert-signup', label: t('signup_farmer.to_expert') }}
          />
        </form>
      </FormProvider>
    </div>
  )
}
