import type { User } from '@kutu/contract/accounts/accounts'
import { FormProvider, useForm } from 'react-hook-form'
import { callApi } from '../../../api/api-client.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { focusFirstInvalid, showFormErrors } from '../form-errors.ts'
import { DetailsSelect, DetailsTextField } from './details-fields.tsx'
import { type DetailsForm, emptyDetails } from './details-form.ts'
import { useCountries, useCustomerTypes } from './queries.ts'

const idTypes = ['NATIONAL_ID', 'PASSPORT'] as const
const genders = ['MALE', 'FEMALE'] as const

/** The form for the personal details that complete an account. It disappears once they are saved. */
export function CompleteProfile({ user }: { user: User }) {
  const { t } = useTranslation()
  const customerTypes = useCustomerTypes()
  const countries = useCountries()
  const form = useForm<DetailsForm>({
    defaultValues: { ...emptyDetails, firstName: user.firstName },
    shouldFocusError: false,
  })
  const submit = form.handleSubmit(
    async values => {
      try {
        const { message, data } = await callApi('POST /api/auth/complete-profile', { body: values })
        form.reset(emptyDetails)
        showSuccess(t('notice.success'), message)
        storeUser(data)
        // The focused form no longer exists, so move the focus to the content.
        window.scrollTo(0, 0)
        document.getElementById('content')?.focus({ preventScroll: true })
      } catch (error) {
        showFormErrors(error, form)
      }
    },
    errors => focusFirstInvalid(form, errors),
  )
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-muted">{t('profile.complete_lead')}</p>
        <Card title={t('profile.person')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <DetailsTextField name="firstName" label={t('profile.first_name')} autoComplete="given-name" />
            <DetailsTextField
              name="middleName"
              label={t('profile.middle_name')}
              autoComplete="additional-name"
              optional
            />
            <DetailsTextField name="lastName" label={t('profile.last_name')} autoComplete="family-name" />
            <DetailsSelect
              name="gender"
              label={t('profile.gender')}
              options={genders.map(value => ({ value, label: t(`profile.gender.${value}`) }))}
            />
            <DetailsTextField name="dob" label={t('profile.dob')} type="date" min="1900-01-01" autoComplete="bday" />
            <DetailsSelect
              name="nationality"
              label={t('profile.nationality')}
              options={countries.data?.map(({ id, name }) => ({ value: id, label: name }))}
              onRetry={countries.isError ? countries.refetch : undefined}
            />
          </div>
        </Card>
        <Card title={t('profile.document')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <DetailsSelect
              name="idType"
              label={t('profile.id_type')}
              options={idTypes.map(value => ({ value, label: t(`profile.id_type.${value}`) }))}
            />
            <DetailsTextField name="idNumber" label={t('profile.id_number')} autoComplete="off" />
          </div>
        </Card>
        <Card title={t('profile.work')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <DetailsSelect
              name="customerTypeId"
              label={t('profile.customer_type')}
              options={customerTypes.data?.map(({ id, name }) => ({ value: id, label: name }))}
              onRetry={customerTypes.isError ? customerTypes.refetch : undefined}
            />
            <DetailsTextField name="occupation" label={t('profile.occupation')} autoComplete="organization-title" />
            <DetailsTextField
              name="organisationName"
              label={t('profile.organisation_name')}
              autoComplete="organization"
            />
            <DetailsTextField
              name="physicalAddress"
              label={t('profile.physical_address')}
              autoComplete="street-address"
            />
          </div>
        </Card>
        <Button type="submit" size="large" busy={form.formState.isSubmitting} className="self-start max-sm:w-full">
          {t('profile.complete')}
        </Button>
      </form>
    </FormProvider>
  )
}
