import { useEffect, useRef, useState } from 'react'
import { ApiError, getErrorMessage, getFieldError } from '../../../api/errors.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { useCreateSlots } from '../shared/expert-queries.ts'
import { emptyDraft, parseClashes, previewSlots, type SlotDraft, toCreateSlotsInput } from './slot-draft.ts'

/** State of the Create Slot form: draft, preview, conflicts and submission. */
export function useSlotForm() {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(emptyDraft)
  const formRef = useRef<HTMLFormElement>(null)
  const createSlots = useCreateSlots()
  const getIdempotencyKey = useIdempotencyKey()
  const clashes = parseClashes(createSlots.error instanceof ApiError ? createSlots.error.errors : [])

  // Runs after the errors are rendered.
  useEffect(() => {
    if (createSlots.error) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [createSlots.error])

  async function submit() {
    if (createSlots.isPending) return
    const slots = toCreateSlotsInput(draft)
    try {
      const count = await createSlots.mutateAsync({ slots, idempotencyKey: getIdempotencyKey(slots) })
      showSuccess(t('slots.created', { count }))
      setDraft(emptyDraft)
    } catch (error) {
      showError(error)
    }
  }

  return {
    formRef,
    draft,
    /** Changing the draft clears the previous error. */
    updateDraft: (changes: Partial<SlotDraft>) => {
      if (createSlots.isError) createSlots.reset()
      setDraft({ ...draft, ...changes })
    },
    preview: previewSlots(draft),
    clashes,
    /** Message shown when the dates conflict, rather than a single field. */
    conflictMessage:
      clashes.size > 0 || isOverlapError(createSlots.error) ? getErrorMessage(createSlots.error) : undefined,
    getDraftError: (field: 'start_time' | 'end_time' | 'weeks' | 'appointment_minutes') =>
      getFieldError(createSlots.error, field),
    isSending: createSlots.isPending,
    submit,
  }
}

const isOverlapError = (error: unknown): boolean => error instanceof ApiError && error.is('slot_overlaps')
