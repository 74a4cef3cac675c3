import { writingLimits } from '@kutu/contract/moderation'
import { type FormEvent, useState } from 'react'
import { Counter } from '../../posts/Counter.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/TextArea.tsx'

/** A comment being written. It is emptied once sent, and kept where sending failed. */
export function WritingForm({
  label,
  hint,
  submit,
  isSending,
  error,
  onSend,
  onCancel,
}: {
  label: string
  hint?: string
  submit: string
  isSending: boolean
  /** The server's sentence about what was written. */
  error: string | undefined
  /** Tells whether it was taken. */
  onSend: (content: string) => Promise<boolean>
  onCancel?: () => void
}) {
  const { t, number } = useText()
  const [content, setContent] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isTooLong = content.length > writingLimits.response
  const isBlank = content.trim() === ''

  async function send(event: FormEvent) {
    event.preventDefault()
    setMissing(isBlank)
    if (isBlank || isTooLong || isSending) return
    if (await onSend(content)) setContent('')
  }

  const own = isTooLong
    ? t('text.too_long', { max: number(writingLimits.response) })
    : isMissing && isBlank
      ? t('comments.missing')
      : undefined
  return (
    <form onSubmit={send} className="flex flex-col gap-3 rounded-lg border border-line bg-white p-4">
      <div className="flex flex-col gap-1">
        <TextArea
          label={label}
          hint={hint}
          name="content"
          dir="auto"
          value={content}
          onChange={event => setContent(event.target.value)}
          error={own ?? error}
        />
        <Counter text={content} max={writingLimits.response} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isSending}>
          {submit}
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
