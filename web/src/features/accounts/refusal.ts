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

/** Puts the server's sentences at the fields they are about, goes to the first of them, and says the whole in a notice. */
export function showRefusal<Values extends FieldValues>(error: unknown, form: UseFormReturn<Values>): void {
  showError(say('notice.error'), messageOf(error))
  if (!(error instanceof ApiError)) return
  const mistakes = mistakesIn(error)
  // The values hold the fields in the order of the screen.
  const wrong = Object.keys(form.getValues()).flatMap(name => mistakes.find(({ field }) => field === name) ?? [])
  for (const [index, { field, message }] of wrong.entries())
    form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 })
}
