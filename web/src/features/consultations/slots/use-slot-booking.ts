import type { Slot } from '@kutu/contract/consultations/consultations'
import type { ErrorCode } from '@kutu/contract/errors'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { type BookingInput, useBookSlot, useRefetchSlot } from '../shared/farmer-queries.ts'
import { myBookingsPath } from '../shared/paths.ts'
import type { BookingTopic } from './booking-topic.ts'
import { slotTitleId } from './slot-title-id.ts'

/** Errors that mean the slot cannot be booked any more. */
const unavailableCodes: readonly ErrorCode[] = ['slot_taken', 'slot_inactive', 'slot_past', 'not_found']
const isSlotUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && unavailableCodes.some(code => error.is(code))

/** A slot that could not be booked, with the server's message. */
export type BookingFailure = { slot: Slot; message: string }

/**
 * Returns a function that books a slot. It resolves to a failure if the slot is gone, or to undefined once the user
 * holds it. Other errors are thrown; the request then keeps its idempotency key, so that a retry after a lost response
 * does not book twice.
 */
function useSendBooking(): (slot: Slot, topic: BookingTopic) => Promise<BookingFailure | undefined> {
  const { mutateAsync } = useBookSlot()
  const refetchSlot = useRefetchSlot()
  const idempotencyKeys = useRef(new Map<string, string>())
  async function tryBooking(
    slot: Slot,
    request: { body: BookingInput; idempotencyKey: string },
  ): Promise<BookingFailure | undefined> {
    try {
      await mutateAsync(request)
      return undefined
    } catch (error) {
      if (!isSlotUnavailable(error)) throw error
      // It may be taken by this same farmer, in another window or by a request whose response was lost.
      const { isOwn } = await refetchSlot(slot)
      return isOwn ? undefined : { slot, message: error.message }
    }
  }
  return async (slot, topic) => {
    const body = { slot_id: slot.id, ...topic }
    // A key belongs to one request: a changed question is another request.
    const bodyText = JSON.stringify(body)
    const idempotencyKey = idempotencyKeys.current.get(bodyText) ?? newIdempotencyKey()
    idempotencyKeys.current.set(bodyText, idempotencyKey)
    const failure = await tryBooking(slot, { body, idempotencyKey })
    idempotencyKeys.current.delete(bodyText)
    return failure
  }
}

/** Manages booking a slot: confirmation, submission (once, even if the button is clicked repeatedly) and result. */
export function useSlotBooking() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const send = useSendBooking()
  const [selectedSlot, selectSlot] = useState<Slot>()
  // State updates are batched, so two clicks in one frame would both see the old state.
  const sendingRef = useRef(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<BookingFailure>()
  const [finishedSlot, setFinishedSlot] = useState<{ id: string }>()
  // The button has left the card, so the focus moves to its title.
  useEffect(() => {
    if (finishedSlot) document.getElementById(slotTitleId(finishedSlot.id))?.focus()
  }, [finishedSlot])

  function finish(slot: Slot, result: BookingFailure | undefined) {
    setFailure(result)
    selectSlot(undefined)
    setFinishedSlot({ id: slot.id })
    if (result) return showError(t('notice.error'), result.message)
    const action = { label: t('book.to_my_bookings'), run: () => void navigate(myBookingsPath) }
    showSuccess(t('notice.success'), t('book.done'), action)
  }
  async function confirm(topic: BookingTopic) {
    if (!selectedSlot || sendingRef.current) return
    sendingRef.current = true
    setSending(true)
    try {
      finish(selectedSlot, await send(selectedSlot, topic))
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
    }
    sendingRef.current = false
    setSending(false)
  }
  return {
    selectedSlot,
    selectSlot,
    close: () => selectSlot(undefined),
    confirm: (topic: BookingTopic) => void confirm(topic),
    isSending,
    failure,
  }
}
