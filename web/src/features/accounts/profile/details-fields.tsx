import type { ComponentProps } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select, type SelectOption } from '../../../ui/form/Select.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import type { DetailsForm } from './details-form.ts'

type SelectFieldName = 'gender' | 'idType' | 'customerTypeId' | 'nationality'
type TextFieldName = Exclude<keyof DetailsForm, SelectFieldName>

/** A text field of the details form. */
export function DetailsTextField({
  form,
  name,
  ...props
}: { form: Form<DetailsForm>; name: TextFieldName; label: string; optional?: boolean } & Pick<
  ComponentProps<'input'>,
  'type' | 'min' | 'autoComplete'
>) {
  return <TextField {...form.text(name)} {...props} />
}

/** A select of the details form. `options` is undefined while loading; `onRetry` is set when loading failed. */
export function DetailsSelect({
  form,
  name,
  label,
  options,
  onRetry,
}: {
  form: Form<DetailsForm>
  name: SelectFieldName
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
        value={value || null}
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
