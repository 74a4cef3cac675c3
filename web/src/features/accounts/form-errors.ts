import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, getErrorMessage } from '../../api/errors.ts'
import { t } from '../../i18n/i18n.ts'
import { showError } from '../../ui/feedback/toasts.ts'

/** Words that are about one field although the server names none. */
const fieldByErrorCode: Record<string, string> = { email_taken: 'email', username_taken: 'username' }

function getFieldErrors(error: ApiError): { field: string; message: string }[] {
  const field = fieldByErrorCode[error.code]
  return field === undefined
    ? error.errors.map(fieldError => ({ ...fieldError, field: fieldError.field.split('.')[0] ?? '' }))
    : [{ field, message: error.message }]
}

/**
 * Goes to the first wrong field of the screen; the values hold the fields in its order. React Hook Form's own focus follows
 * the order in which fields register, which is another one where a field stands in a component of its own.
 */
export function focusFirstInvalid<Values extends FieldValues>(form: UseFormReturn<Values>, errors: object): void {
  const first = Object.keys(form.getValues()).find(name => name in errors)
  if (first !== undefined) form.setFocus(first as Path<Values>)
}

/** Puts the server's sentences at the fields they are about, goes to the first of them, and says the whole in a notice. */
export function showFormErrors<Values extends FieldValues>(error: unknown, form: UseFormReturn<Values>): void {
  showError(t('notice.error'), getErrorMessage(error))
  if (!(error instanceof ApiError)) return
  const fieldErrors = getFieldErrors(error).filter(({ field }) => field in form.getValues())
  for (const { field, message } of fieldErrors) form.setError(field as Path<Values>, { message })
  focusFirstInvalid(form, Object.fromEntries(fieldErrors.map(({ field }) => [field, true])))
}
