import { type ApiKeyScope, apiKeyScopes } from '@kutu/contract/api-key-scopes'
import type { ApiKey } from '@kutu/contract/api-keys'
import { type CountryCode, countryCodes } from '@kutu/places/districts'
import { type Ref, useId } from 'react'
import { getCountryName } from '../../i18n/country-name.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { ChoiceChips } from '../../ui/form/ChoiceChips.tsx'
import { FieldError } from '../../ui/form/Field.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormDialog } from '../../ui/overlay/FormDialog.tsx'
import { useCreateApiKey } from './queries.ts'

const periods = ['30', '90', '180', '365'] as const

type Values = {
  name: string
  contact: string
  scopes: readonly ApiKeyScope[]
  coverage: 'all' | 'some'
  countries: readonly CountryCode[]
  days: (typeof periods)[number]
}

/** Creates a key. The server asks for the password if it was not typed in recently. */
export function CreateKeyDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (created: ApiKey & { key: string }) => void
}) {
  const { t, language } = useTranslation()
  const createKey = useCreateApiKey()
  const form = useForm<Values>({
    initialValues: { name: '', contact: '', scopes: ['counts'], coverage: 'all', countries: [], days: '90' },
    toastsFieldErrors: false,
    validate: ({ name, contact, scopes, coverage, countries }) => ({
      name: name.trim() === '' ? t('error.required') : undefined,
      contact: contact.trim() === '' ? t('error.required') : undefined,
      scopes: scopes.length === 0 ? t('api_keys.scopes_missing') : undefined,
      countries: coverage === 'some' && countries.length === 0 ? t('api_keys.countries_missing') : undefined,
    }),
    onSubmit: async ({ name, contact, scopes, coverage, countries, days }) => {
      const chosen = coverage === 'all' ? null : [...countries]
      onCreated(await createKey({ name, contact, scopes: [...scopes], countries: chosen, days: Number(days) }))
      onClose()
    },
  })
  return (
    <FormDialog title={t('api_keys.create')} submitLabel={t('api_keys.submit')} form={form} onClose={onClose}>
      <TextField label={t('api_keys.name')} maxLength={80} {...form.text('name')} />
      <TextField
        label={t('api_keys.contact_email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.text('contact')}
      />
      <CheckboxGroup
        legend={t('api_keys.scopes')}
        options={apiKeyScopes.map(value => ({ value, label: t(`api_keys.scope.${value}`) }))}
        {...form.control('scopes')}
      />
      <ChoiceChips
        legend={t('api_keys.countries')}
        choices={[
          { value: 'all', label: t('api_keys.every_country') },
          { value: 'some', label: t('api_keys.some_countries') },
        ]}
        value={form.values.coverage}
        onChange={form.control('coverage').onChange}
      />
      {form.values.coverage === 'some' && (
        <CheckboxGroup
          legend={t('api_keys.which_countries')}
          isLegendHidden
          options={countryCodes.map(value => ({ value, label: getCountryName(value, language) }))}
          {...form.control('countries')}
        />
      )}
      <Select
        label={t('api_keys.days')}
        options={periods.map(value => ({ value, label: t(`api_keys.days.${value}`) }))}
        {...form.control('days')}
      />
    </FormDialog>
  )
}

/** Checkboxes under one legend. The group takes the focus if none is checked. */
function CheckboxGroup<Value extends string>({
  legend,
  isLegendHidden = false,
  options,
  value,
  error,
  onChange,
  ref,
}: {
  legend: string
  isLegendHidden?: boolean
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  error: string | undefined
  onChange: (value: readonly Value[]) => void
  ref: Ref<HTMLFieldSetElement>
}) {
  const id = useId()
  return (
    <fieldset ref={ref} tabIndex={-1} aria-describedby={error && `${id}-error`} className="min-w-0 outline-none">
      <legend className={isLegendHidden ? 'sr-only' : 'font-bold'}>{legend}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2 *:justify-start">
        {options.map(option => (
          <Checkbox
            key={option.value}
            label={option.label}
            labelClassName=""
            isChecked={value.includes(option.value)}
            onCheckedChange={isChecked =>
              onChange(isChecked ? [...value, option.value] : value.filter(each => each !== option.value))
            }
          />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
