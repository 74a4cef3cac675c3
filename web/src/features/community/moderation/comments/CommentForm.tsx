import { maxTextLengths } from '@kutu/contract/community/moderation'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { CharacterCounter } from '../../../../ui/form/CharacterCounter.tsx'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'

const focusElement = (element: HTMLElement | null): void => element?.focus()

/** A form for writing a comment. Ctrl+Enter sends it. It is cleared after sending and keeps its text when sending fails. */
export function CommentForm({
  label,
  hint,
  submitLabel,
  isSending,
  error,
  hasAutoFocus = false,
  onSend,
  onCancel,
}: {
  label: string
  hint?: string
  submitLabel: string
  isSending: boolean
  /** Validation message from the server. */
  error: string | undefined
  /** Set for a form that a button or key has opened. */
  hasAutoFocus?: boolean
  /** Resolves to true when the server accepted the comment. */
  onSend: (content: string) => Promise<boolean>
  onCancel?: () => void
}) {
  const { t, number } = useTranslation()
  const max = maxTextLengths.response
  const form = useForm({
    initialValues: { content: '' },
    validate: ({ content }) => ({ content: content.trim() === '' ? t('comments.missing') : undefined }),
    onSubmit: async ({ content }) => {
      if (content.length <= max && !isSending && (await onSend(content))) form.reset()
    },
  })
  const { error: validationError, ...field } = form.text('content')
  const lengthError = field.value.length > max ? t('text.too_long', { max: number(max) }) : undefined
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
    else if (event.key === 'Escape' && onCancel && field.value.trim() === '') onCancel()
    else return
    event.preventDefault()
  }
  return (
    <form
      noValidate
      onSubmit={form.submit}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3 rounded-lg border border-line bg-white p-4"
    >
      <div className="flex flex-col gap-1">
        <TextArea
          {...field}
          ref={hasAutoFocus ? focusElement : undefined}
          label={label}
          hint={hint}
          dir="auto"
          aria-keyshortcuts="Control+Enter"
          error={lengthError ?? validationError ?? error}
        />
        <CharacterCounter text={field.value} max={max} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isSending}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
