import type { Slot } from '@kutu/contract/consultations/consultations'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../../../api/errors.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { type AnalysisRef, makeItem } from '../../../api/outbox/outbox-item.ts'
import { findAnalysisRef } from '../../../api/outbox/outbox-store.ts'
import { sendOrQueue } from '../../../api/outbox/send-outbox.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { expertTitleId } from '../shared/ExpertFacts.tsx'
import { type BookingInput, useBookSlot, useRefetchSlot } from '../shared/farmer-queries.ts'
import { myBookingsPath } from '../shared/paths.ts'
import { isUnavailableCode } from '../shared/unavailable-codes.ts'
import { type BookingTopic, type TopicForm, toAwaitedLeaf, toBookingTopic, toSlotRef } from './booking-topic.ts'

const isSlotUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && isUnavailableCode(error.code)

/** A slot that could not be booked, with the server's message. */
export type BookingFailure = { slot: Slot; message: string }
type AwaitedLeaf = ReturnType<typeof toAwaitedLeaf>
type BookingResult = BookingFailure | 'sent' | 'queued'

/**
 * Returns a function that books a slot. It resolves to a failure if the slot is gone, to 'sent' once the user holds it, and
 * to 'queued' if the booking waits in the outbox. Other errors are thrown; the request then keeps its idempotency key, so
 * that a retry after a lost response does not book twice.
 */
function useSendBooking(): (slot: Slot, topic: BookingTopic, awaited: AwaitedLeaf) => Promise<BookingResult> {
  const { mutateAsync } = useBookSlot()
  const refetchSlot = useRefetchSlot()
  const idempotencyKeys = useRef(new Map<string, string>())
  async function tryBooking(
    { slot, topic, awaited }: { slot: Slot; topic: BookingTopic; awaited: AwaitedLeaf },
    request: { body: BookingInput; idempotencyKey: string },
  ): Promise<BookingResult> {
    try {
      const write = makeItem('booking', { slot: toSlotRef(slot), topic, ...awaited }, request.idempotencyKey)
      return await sendOrQueue(write, () => mutateAsync(request))
    } catch (error) {
      if (!isSlotUnavailable(error)) throw error
      // It may be taken by this same farmer, in another window or by a request whose response was lost.
      const { isOwn } = await refetchSlot(slot)
      return isOwn ? 'sent' : { slot, message: error.message }
    }
  }
  return async (slot, topic, awaited) => {
    const body = { slot_id: slot.id, ...topic }
    // A key belongs to one request: a changed question is another request.
    const bodyText = JSON.stringify(body)
    const idempotencyKey = idempotencyKeys.current.get(bodyText) ?? newIdempotencyKey()
    idempotencyKeys.current.set(bodyText, idempotencyKey)
    const result = await tryBooking({ slot, topic, awaited }, { body, idempotencyKey })
    idempotencyKeys.current.delete(bodyText)
    return result
  }
}

/**
 * Manages booking a slot: confirmation, submission (once, even if the button is clicked repeatedly) and result.
 * @param leaf the leaf that the farmer came from; the booking waits in the outbox while its photo is being sent
 */
export function useSlotBooking(leaf: AnalysisRef | null) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const send = useSendBooking()
  const [selectedSlot, selectSlot] = useState<Slot>()
  // State updates are batched, so two clicks in one frame would both see the old state.
  const sendingRef = useRef(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<BookingFailure>()
  const [finishedSlot, setFinishedSlot] = useState<{ expertId: string }>()
  // The button has left the page, so the focus moves to the heading above it.
  useEffect(() => {
    if (finishedSlot) document.getElementById(expertTitleId(finishedSlot.expertId))?.focus()
  }, [finishedSlot])

  function finish(slot: Slot, result: BookingResult, isLeafAwaited: boolean) {
    const isDone = result === 'sent' || result === 'queued'
    setFailure(isDone ? undefined : result)
    selectSlot(undefined)
    setFinishedSlot({ expertId: slot.expert.id })
    if (!isDone) return showError(result.message)
    if (result === 'queued') return showSuccess(t(isLeafAwaited ? 'book.queued_for_photo' : 'outbox.queued'))
    const action = { label: t('menu.my_bookings'), run: () => navigate(myBookingsPath) }
    showSuccess({ message: t('book.done'), action })
  }
  async function confirm(form: TopicForm) {
    if (!selectedSlot || sendingRef.current) return
    sendingRef.current = true
    setSending(true)
    try {
      const current = leaf !== null && 'itemKey' in leaf ? await findAnalysisRef(leaf.itemKey) : leaf
      const awaited = toAwaitedLeaf(form, current)
      const result = await send(selectedSlot, toBookingTopic(form, current), awaited)
      finish(selectedSlot, result, awaited.analysis !== undefined)
    } catch (error) {
      showError(error)
    }
    sendingRef.current = false
    setSending(false)
  }
  return {
    selectedSlot,
    selectSlot,
    close: () => selectSlot(undefined),
    confirm: (form: TopicForm) => void confirm(form),
    isSending,
    failure,
  }
}
