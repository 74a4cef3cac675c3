import { maxTextLengths } from '@kutu/contract/community/moderation'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { CharacterCounter } from '../../../../ui/form/CharacterCounter.tsx'
import { TextArea } from '../../../../ui/form/TextArea.tsx'

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
  const [content, setContent] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isTooLong = content.length > maxTextLengths.response
  const isBlank = content.trim() === ''

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setMissing(isBlank)
    if (isBlank || isTooLong || isSending) return
    if (await onSend(content)) setContent('')
  }

  const validationError = isTooLong
    ? t('text.too_long', { max: number(maxTextLengths.response) })
    : isMissing && isBlank
      ? t('comments.missing')
      : undefined
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3 rounded-lg border border-line bg-white p-4">
      <div className="flex flex-col gap-1">
        <TextArea
          label={label}
          hint={hint}
          name="content"
          dir="auto"
          value={content}
          onChange={event => setContent(event.target.value)}
          error={validationError ?? error}
        />
        <CharacterCounter text={content} max={maxTextLengths.response} />
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
