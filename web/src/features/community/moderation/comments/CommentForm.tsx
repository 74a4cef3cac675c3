import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { CharacterCounter } from '../../../../ui/form/CharacterCounter.tsx'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'

/** A form for writing a comment. It is cleared after sending and keeps its text when sending fails. */
export function CommentForm({
  label,
  hint,
  submitLabel,
  isSending,
  error,
  onSend,
  onCancel,
}: {
  label: string
  hint?: string
  submitLabel: string
  isSending: boolean
  /** Validation message from the server. */
  error: string | undefined
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
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3 rounded-lg border border-line bg-white p-4">
      <div className="flex flex-col gap-1">
        <TextArea {...field} label={label} hint={hint} dir="auto" error={lengthError ?? validationError ?? error} />
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
