import type { User } from '@kutu/contract/accounts/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { Select, type SelectOption } from '../../../ui/form/Select.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { type Form, type FormErrors, useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'

export const detailsKey = ['details']

/** The form's values in the order of the screen. Dates and choices are strings. */
type DetailsForm = Record<keyof ApiRequestBody<'POST /api/auth/complete-profile'>, string>

const emptyDetails: DetailsForm = {
  firstName: '',
  middleName: '',
  lastName: '',
  gender: 'MALE',
  dob: '',
  nationality: '',
  idType: 'NATIONAL_ID',
  idNumber: '',
  customerTypeId: '',
  occupation: '',
  organisationName: '',
  physicalAddress: '',
}

/** Returns `message` for each empty field. Only the middle name is optional. */
function findMissingDetails(values: DetailsForm, message: string): FormErrors<DetailsForm> {
  const missing = Object.entries(values).filter(([name, value]) => name !== 'middleName' && value.trim() === '')
  return Object.fromEntries(missing.map(([name]) => [name, message]))
}

const idTypes = ['NATIONAL_ID', 'PASSPORT'] as const
const genders = ['MALE', 'FEMALE'] as const

/**
 * The form for the personal details. Without `details` it completes an account and disappears once they are saved; with
 * them it corrects what was saved before.
 */
export function CompleteProfile({ user, details }: { user: User; details?: DetailsForm }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const customerTypes = useChoices('GET /api/auth/customer-types')
  const countries = useChoices('GET /api/auth/countries')
  const form = useForm<DetailsForm>({
    initialValues: details ?? { ...emptyDetails, firstName: user.firstName },
    validate: values => findMissingDetails(values, t('error.required')),
    onSubmit: async values => {
      const { message, data } = await callApi('POST /api/auth/complete-profile', { body: values })
      showSuccess(message)
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
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField {...form.text('firstName')} label={t('profile.first_name')} autoComplete="given-name" />
          <TextField
            {...form.text('middleName')}
            label={t('profile.middle_name')}
            autoComplete="additional-name"
            optional
          />
          <TextField {...form.text('lastName')} label={t('profile.last_name')} autoComplete="family-name" />
          <DetailsSelect
            form={form}
            name="gender"
            label={t('profile.gender')}
            options={genders.map(value => ({ value, label: t(`profile.gender.${value}`) }))}
          />
          <TextField {...form.text('dob')} label={t('profile.dob')} type="date" min="1900-01-01" autoComplete="bday" />
          <DetailsSelect
            form={form}
            name="nationality"
            label={t('profile.nationality')}
            options={countries.data}
            onRetry={countries.isError ? countries.refetch : undefined}
          />
        </div>
      </Card>
      <Card title={t('profile.document')}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <DetailsSelect
            form={form}
            name="idType"
            label={t('profile.id_type')}
            options={idTypes.map(value => ({ value, label: t(`profile.id_type.${value}`) }))}
          />
          <TextField {...form.text('idNumber')} label={t('profile.id_number')} autoComplete="off" />
        </div>
      </Card>
      <Card title={t('profile.work')}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <DetailsSelect
            form={form}
            name="customerTypeId"
            label={t('profile.customer_type')}
            options={customerTypes.data}
            onRetry={customerTypes.isError ? customerTypes.refetch : undefined}
          />
          <TextField {...form.text('occupation')} label={t('profile.occupation')} autoComplete="organization-title" />
          <TextField
            {...form.text('organisationName')}
            label={t('profile.organisation_name')}
            autoComplete="organization"
          />
          <TextField
            {...form.text('physicalAddress')}
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

/** A select of the details form. `options` is undefined while loading; `onRetry` is set when loading failed. */
function DetailsSelect({
  form,
  name,
  label,
  options,
  onRetry,
}: {
  form: Form<DetailsForm>
  name: 'gender' | 'idType' | 'customerTypeId' | 'nationality'
  label: string
  options: readonly SelectOption<string>[] | undefined
  onRetry?: (() => unknown) | undefined
}) {
  const { t } = useTranslation()
  const { ref, value, error, onChange } = form.control(name)
  return (
    <div className="flex flex-col gap-2">
      <Select
        {...{ ref, label, onChange }}
        options={options ?? []}
        value={value}
        disabled={!options}
        placeholder={options || onRetry ? t('field.choose') : t('state.waiting')}
        error={onRetry ? t('state.failed.title') : error}
      />
      {onRetry && (
        <Button variant="secondary" onClick={() => onRetry()}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}

/** The server localizes the names, so the language is part of the key. */
function useChoices(endpoint: 'GET /api/auth/customer-types' | 'GET /api/auth/countries') {
  const { language } = useTranslation()
  return useQuery({
    ...apiQuery(['choices', endpoint, language], endpoint),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ data }) => data.map(({ id, name }) => ({ value: id, label: name })),
  })
}
