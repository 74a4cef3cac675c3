import { useEffect, useRef, useState } from 'react'
import { ApiError, fieldError, messageOf } from '../../api/errors.ts'
import { useKeyOf } from '../../api/use-key-of.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { useCreateSlots } from './expert-queries.ts'
import { clashesIn, emptyDraft, previewOf, type SlotDraft, slotsToSend } from './new-slots.ts'

/** The form of Create Slot: what was typed, what would become of it, and what the server said to it. */
export function useSlotForm() {
  const { t } = useText()
  const [draft, setDraft] = useState(emptyDraft)
  const form = useRef<HTMLFormElement>(null)
  const create = useCreateSlots()
  const keyOf = useKeyOf()
  const clashes = clashesIn(create.error instanceof ApiError ? create.error.errors : [])

  // Once what is wrong has been drawn.
  useEffect(() => {
    if (create.error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [create.error])

  async function submit() {
    if (create.isPending) return
    const slots = slotsToSend(draft)
    try {
      const count = await create.mutateAsync({ slots, idempotencyKey: keyOf(slots) })
      showSuccess(t('notice.success'), t('slots.created', { count }))
      setDraft(emptyDraft)
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
  }

  return {
    form,
    draft,
    /** What was refused is said until something is changed. */
    change: (changed: Partial<SlotDraft>) => {
      if (create.isError) create.reset()
      setDraft({ ...draft, ...changed })
    },
    preview: previewOf(draft),
    clashes,
    /** That none was created, where it is about the dates and not about one field. */
    refusal: clashes.size > 0 || isOverlap(create.error) ? messageOf(create.error) : undefined,
    errorOf: (field: 'start_time' | 'end_time' | 'weeks') => fieldError(create.error, field),
    isSending: create.isPending,
    submit,
  }
}

const isOverlap = (error: unknown): boolean => error instanceof ApiError && error.is('slot_overlaps')
