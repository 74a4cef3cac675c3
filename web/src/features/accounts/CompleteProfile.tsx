import type { User } from '@kutu/contract/accounts'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { storeUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { showSuccess } from '../../ui/toasts.ts'
import { type DetailsForm, noDetails } from './details-form.ts'
import { DetailsChoice, DetailsText } from './details-inputs.tsx'
import { useCountries, useCustomerTypes } from './queries.ts'
import { focusFirst, showRefusal } from './refusal.ts'

const idTypes = ['NATIONAL_ID', 'PASSPORT'] as const
const genders = ['MALE', 'FEMALE'] as const

/** The personal details that make an account complete. Once saved, the new record is stored and this form goes. */
export function CompleteProfile({ user }: { user: User }) {
  const { t } = useText()
  const customerTypes = useCustomerTypes()
  const countries = useCountries()
  const form = useForm<DetailsForm>({
    defaultValues: { ...noDetails, firstName: user.firstName },
    shouldFocusError: false,
  })
  const save = form.handleSubmit(
    async values => {
      try {
        const { message, data } = await call('POST /api/auth/complete-profile', { body: values })
        form.reset(noDetails)
        showSuccess(t('notice.success'), message)
        storeUser(data)
        // The form is gone now, and with it the place where the reader stood.
        window.scrollTo(0, 0)
        document.getElementById('content')?.focus({ preventScroll: true })
      } catch (error) {
        showRefusal(error, form)
      }
    },
    wrong => focusFirst(form, wrong),
  )
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <p className="text-muted">{t('profile.complete_lead')}</p>
        <Card title={t('profile.person')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <DetailsText name="firstName" label={t('profile.first_name')} autoComplete="given-name" />
            <DetailsText name="middleName" label={t('profile.middle_name')} autoComplete="additional-name" optional />
            <DetailsText name="lastName" label={t('profile.last_name')} autoComplete="family-name" />
            <DetailsChoice
              name="gender"
              label={t('profile.gender')}
              options={genders.map(value => ({ value, label: t(`profile.gender.${value}`) }))}
            />
            <DetailsText name="dob" label={t('profile.dob')} type="date" min="1900-01-01" autoComplete="bday" />
            <DetailsChoice
              name="nationality"
              label={t('profile.nationality')}
              options={countries.data?.map(({ id, name }) => ({ value: id, label: name }))}
              onRetry={countries.isError ? countries.refetch : undefined}
            />
          </div>
        </Card>
        <Card title={t('profile.document')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <DetailsChoice
              name="idType"
              label={t('profile.id_type')}
              options={idTypes.map(value => ({ value, label: t(`profile.id_type.${value}`) }))}
            />
            <DetailsText name="idNumber" label={t('profile.id_number')} autoComplete="off" />
          </div>
        </Card>
        <Card title={t('profile.work')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <DetailsChoice
              name="customerTypeId"
              label={t('profile.customer_type')}
              options={customerTypes.data?.map(({ id, name }) => ({ value: id, label: name }))}
              onRetry={customerTypes.isError ? customerTypes.refetch : undefined}
            />
            <DetailsText name="occupation" label={t('profile.occupation')} autoComplete="organization-title" />
            <DetailsText name="organisationName" label={t('profile.organisation_name')} autoComplete="organization" />
            <DetailsText name="physicalAddress" label={t('profile.physical_address')} autoComplete="street-address" />
          </div>
        </Card>
        <Button type="submit" size="large" busy={form.formState.isSubmitting} className="self-start max-sm:w-full">
          {t('profile.complete')}
        </Button>
      </form>
    </FormProvider>
  )
}
