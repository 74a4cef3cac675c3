import type { ComponentProps } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { DetailsForm } from './details-form.ts'

type TextName = Exclude<keyof DetailsForm, 'gender' | 'idType' | 'customerTypeId' | 'nationality'>
type ChoiceName = 'gender' | 'idType' | 'customerTypeId' | 'nationality'

/** One detail that is typed; it must be filled in unless `optional`. */
export function DetailsText({
  name,
  label,
  optional = false,
  ...input
}: { name: TextName; label: string; optional?: boolean } & Pick<
  ComponentProps<'input'>,
  'type' | 'min' | 'autoComplete'
>) {
  const { t } = useText()
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

/** One detail that is chosen. Without `options` they are on their way; `onRetry` says that they did not come. */
export function DetailsChoice({
  name,
  label,
  options,
  onRetry,
}: {
  name: ChoiceName
  label: string
  options: readonly SelectOption<string>[] | undefined
  onRetry?: (() => unknown) | undefined
}) {
  const { t } = useText()
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
