import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, messageOf } from '../../api/errors.ts'
import { say } from '../../text/say.ts'
import { showError } from '../../ui/toasts.ts'

/** Words that are about one field although the server names none. */
const fieldOfWord: Record<string, string> = { email_taken: 'email', username_taken: 'username' }

function mistakesIn(error: ApiError): { field: string; message: string }[] {
  const field = fieldOfWord[error.word]
  return field === undefined
    ? error.errors.map(each => ({ ...each, field: each.field.split('.')[0] ?? '' }))
    : [{ field, message: error.message }]
}

/**
 * Goes to the first wrong field of the screen; the values hold the fields in its order. React Hook Form's own focus follows
 * the order in which fields register, which is another one where a field stands in a component of its own.
 */
export function focusFirst<Values extends FieldValues>(form: UseFormReturn<Values>, wrong: object): void {
  const first = Object.keys(form.getValues()).find(name => name in wrong)
  if (first !== undefined) form.setFocus(first as Path<Values>)
}

/** Puts the server's sentences at the fields they are about, goes to the first of them, and says the whole in a notice. */
export function showRefusal<Values extends FieldValues>(error: unknown, form: UseFormReturn<Values>): void {
  showError(say('notice.error'), messageOf(error))
  if (!(error instanceof ApiError)) return
  const mistakes = mistakesIn(error).filter(({ field }) => field in form.getValues())
  for (const { field, message } of mistakes) form.setError(field as Path<Values>, { message })
  focusFirst(form, Object.fromEntries(mistakes.map(({ field }) => [field, true])))
}
