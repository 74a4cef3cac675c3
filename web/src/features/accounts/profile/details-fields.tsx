import type { ComponentProps } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select, type SelectOption } from '../../../ui/form/Select.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { DetailsForm } from './details-form.ts'

type TextFieldName = Exclude<keyof DetailsForm, 'gender' | 'idType' | 'customerTypeId' | 'nationality'>
type SelectFieldName = 'gender' | 'idType' | 'customerTypeId' | 'nationality'

/** A text field of the details form. Required unless `optional`. */
export function DetailsTextField({
  name,
  label,
  optional = false,
  ...input
}: { name: TextFieldName; label: string; optional?: boolean } & Pick<
  ComponentProps<'input'>,
  'type' | 'min' | 'autoComplete'
>) {
  const { t } = useTranslation()
  const { register, formState } = useFormContext<DetailsForm>()
  const isFilled = (value: string) => value.trim() !== '' || t('error.required')
  return (
    <TextField
      {...register(name, optional ? {} : { validate: isFilled })}
      {...input}
      label={label}
      optional={optional}
      error={formState.errors[name]?.message}
    />
  )
}

/** A select of the details form. `options` is undefined while loading; `onRetry` is set when loading failed. */
export function DetailsSelect({
  name,
  label,
  options,
  onRetry,
}: {
  name: SelectFieldName
  label: string
  options: readonly SelectOption<string>[] | undefined
  onRetry?: (() => unknown) | undefined
}) {
  const { t } = useTranslation()
  const { control, formState } = useFormContext<DetailsForm>()
  return (
    <div className="flex flex-col gap-2">
      <Controller
        control={control}
        name={name}
        rules={{ required: t('error.required') }}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Select
            {...{ ref, label, onChange, onBlur }}
            options={options ?? []}
            value={value || null}
            disabled={!options}
            placeholder={options || onRetry ? t('field.choose') : t('state.waiting')}
            error={onRetry ? t('state.failed.title') : formState.errors[name]?.message}
          />
        )}
      />
      {onRetry && (
        <Button variant="secondary" onClick={() => onRetry()}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}
