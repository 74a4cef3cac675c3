import type { User } from '@kutu/contract/accounts/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { DetailsSelect, DetailsTextField } from './details-fields.tsx'
import { type DetailsForm, emptyDetails, findMissingDetails } from './details-form.ts'
import { detailsKey, useCountries, useCustomerTypes } from './queries.ts'

const idTypes = ['NATIONAL_ID', 'PASSPORT'] as const
const genders = ['MALE', 'FEMALE'] as const

/**
 * The form for the personal details. Without `details` it completes an account and disappears once they are saved; with
 * them it corrects what was saved before.
 */
export function CompleteProfile({ user, details }: { user: User; details?: DetailsForm }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const customerTypes = useCustomerTypes()
  const countries = useCountries()
  const form = useForm<DetailsForm>({
    initialValues: details ?? { ...emptyDetails, firstName: user.firstName },
    validate: values => findMissingDetails(values, t('error.required')),
    onSubmit: async values => {
      const { message, data } = await callApi('POST /api/auth/complete-profile', { body: values })
      showSuccess(t('notice.success'), message)
      storeUser(data)
      await client.invalidateQueries({ queryKey: detailsKey })
      if (details) return
      // The focused form no longer exists, so move the focus to the content.
      window.scrollTo(0, 0)
      document.getElementById('content')?.focus({ preventScroll: true })
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {!details && <p className="text-muted">{t('profile.complete_lead')}</p>}
      <Card title={t('profile.person')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <DetailsTextField form={form} name="firstName" label={t('profile.first_name')} autoComplete="given-name" />
          <DetailsTextField
            form={form}
            name="middleName"
            label={t('profile.middle_name')}
            autoComplete="additional-name"
            optional
          />
          <DetailsTextField form={form} name="lastName" label={t('profile.last_name')} autoComplete="family-name" />
          <DetailsSelect
            form={form}
            name="gender"
            label={t('profile.gender')}
            options={genders.map(value => ({ value, label: t(`profile.gender.${value}`) }))}
          />
          <DetailsTextField
            form={form}
            name="dob"
            label={t('profile.dob')}
            type="date"
            min="1900-01-01"
            autoComplete="bday"
          />
          <DetailsSelect
            form={form}
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
            form={form}
            name="idType"
            label={t('profile.id_type')}
            options={idTypes.map(value => ({ value, label: t(`profile.id_type.${value}`) }))}
          />
          <DetailsTextField form={form} name="idNumber" label={t('profile.id_number')} autoComplete="off" />
        </div>
      </Card>
      <Card title={t('profile.work')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <DetailsSelect
            form={form}
            name="customerTypeId"
            label={t('profile.customer_type')}
            options={customerTypes.data?.map(({ id, name }) => ({ value: id, label: name }))}
            onRetry={customerTypes.isError ? customerTypes.refetch : undefined}
          />
          <DetailsTextField
            form={form}
            name="occupation"
            label={t('profile.occupation')}
            autoComplete="organization-title"
          />
          <DetailsTextField
            form={form}
            name="organisationName"
            label={t('profile.organisation_name')}
            autoComplete="organization"
          />
          <DetailsTextField
            form={form}
            name="physicalAddress"
            label={t('profile.physical_address')}
            autoComplete="street-address"
          />
        </div>
      </Card>
      <Button type="submit" size="large" busy={form.isSubmitting} className="self-start max-sm:w-full">
        {t(details ? 'profile.save_person' : 'profile.complete')}
      </Button>
    </form>
  )
}
