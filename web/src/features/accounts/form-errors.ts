import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, getErrorMessage } from '../../api/errors.ts'
import { t } from '../../i18n/i18n.ts'
import { showError } from '../../ui/feedback/toasts.ts'

/** Error codes that belong to a field although the server's error names none. */
const fieldByErrorCode: Record<string, string> = { email_taken: 'email', username_taken: 'username' }

function getFieldErrors(error: ApiError): { field: string; message: string }[] {
  const field = fieldByErrorCode[error.code]
  return field === undefined
    ? error.errors.map(fieldError => ({ ...fieldError, field: fieldError.field.split('.')[0] ?? '' }))
    : [{ field, message: error.message }]
}

/**
 * Focuses the first invalid field in the order of the form's values, which is the order on screen. React Hook Form
 * would follow the registration order, which differs for fields in components of their own.
 */
export function focusFirstInvalid<Values extends FieldValues>(form: UseFormReturn<Values>, errors: object): void {
  const first = Object.keys(form.getValues()).find(name => name in errors)
  if (first !== undefined) form.setFocus(first as Path<Values>)
}

/** Shows the server's field errors at their fields, focuses the first one and shows the message in a toast. */
export function showFormErrors<Values extends FieldValues>(error: unknown, form: UseFormReturn<Values>): void {
  showError(t('notice.error'), getErrorMessage(error))
  if (!(error instanceof ApiError)) return
  const fieldErrors = getFieldErrors(error).filter(({ field }) => field in form.getValues())
  for (const { field, message } of fieldErrors) form.setError(field as Path<Values>, { message })
  focusFirstInvalid(form, Object.fromEntries(fieldErrors.map(({ field }) => [field, true])))
}
