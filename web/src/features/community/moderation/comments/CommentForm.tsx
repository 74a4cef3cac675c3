import type { CropType } from '@kutu/contract/common'
import { maxTextLengths } from '@kutu/contract/community/moderation'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx'
import { SavedReplies } from '../saved-replies/SavedReplies.tsx'

/** A form for writing a comment. Ctrl+Enter sends it, Escape closes it. It is cleared after sending and keeps its text when sending fails. */
export function CommentForm({
  label,
  hint,
  submitLabel,
  isSending,
  error,
  hasAutoFocus = false,
  savedReplies,
  onSend,
  onCancel,
}: {
  label: string
  hint?: string
  submitLabel: string
  isSending: boolean
  /** Validation message from the server. */
  error?: string | undefined
  /** Set for a form that a button or key has opened. */
  hasAutoFocus?: boolean
  /** For writers who may insert saved replies, which approved experts have. An open list has the focus. */
  savedReplies?: { list: 'open' | 'closed'; crop: CropType }
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
  const [isDiscarding, setDiscarding] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  function attach(element: HTMLTextAreaElement | null) {
    field.ref(element)
    area.current = element
  }
  useEffect(() => {
    if (hasAutoFocus && savedReplies?.list !== 'open') area.current?.focus()
  }, [hasAutoFocus, savedReplies?.list])
  function insert(content: string) {
    form.setValues({ content })
    area.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
    else if (event.key === 'Escape' && onCancel) cancel()
    else return
    event.preventDefault()
  }
  const cancel = () => (field.value.trim() === '' ? onCancel?.() : setDiscarding(true))
  return (
    <>
      <div className="flex flex-col gap-3 rounded-lg border border-line bg-white p-4">
        <form noValidate onSubmit={form.submit} onKeyDown={onKeyDown} className="flex flex-col gap-3">
          <TextArea
            {...field}
            maxCounted={max}
            ref={attach}
            label={label}
            hint={hint}
            dir="auto"
            aria-keyshortcuts="Control+Enter"
            error={lengthError ?? validationError ?? error}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={isSending}>
              {submitLabel}
            </Button>
            {onCancel && (
              <Button variant="quiet" onClick={cancel}>
                {t('action.cancel')}
              </Button>
            )}
          </div>
        </form>
        {savedReplies && (
          <SavedReplies
            text={field.value}
            crop={savedReplies.crop}
            isInitiallyOpen={savedReplies.list === 'open'}
            onInsert={insert}
          />
        )}
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        title={t('moderation.discard_title')}
        cancelLabel={t('moderation.discard_keep')}
        confirmLabel={t('moderation.discard')}
        onConfirm={async () => {
          onCancel?.()
          return t('moderation.discarded')
        }}
      >
        <p>{t('moderation.discard_note')}</p>
      </ConfirmDialog>
    </>
  )
}
