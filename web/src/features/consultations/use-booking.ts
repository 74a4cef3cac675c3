import type { Slot } from '@kutu/contract/consultations'
import type { ErrorWord } from '@kutu/contract/errors'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../api/errors.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { myBookingsPath } from './farmer-paths.ts'
import { useBookSlot, useLookAgain } from './farmer-queries.ts'
import { slotTitleId } from './slot-title-id.ts'

/** Somebody was faster, or the slot is no longer one: another has to be chosen. */
const gone: readonly ErrorWord[] = ['slot_taken', 'slot_inactive', 'slot_past', 'not_found']
const isGone = (error: unknown): error is ApiError => error instanceof ApiError && gone.some(word => error.is(word))

/** A slot that was refused, and the server's sentence about it. */
export type Refused = { slot: Slot; message: string }

/**
 * Books a slot: a refusal where it went to somebody else, nothing once it is the reader's. Throws what may pass; the slot
 * then keeps its key, so that a second try after a lost answer does not book twice.
 */
function useSend(): (slot: Slot) => Promise<Refused | undefined> {
  const { mutateAsync } = useBookSlot()
  const lookAgain = useLookAgain()
  const keys = useRef(new Map<string, string>())
  async function refusalOf(slot: Slot, idempotencyKey: string): Promise<Refused | undefined> {
    try {
      await mutateAsync({ id: slot.id, idempotencyKey })
      return undefined
    } catch (error) {
      if (!isGone(error)) throw error
      // Taken, perhaps by this very farmer: in another window, or where the first answer got lost.
      const { isOwn } = await lookAgain(slot)
      return isOwn ? undefined : { slot, message: error.message }
    }
  }
  return async slot => {
    const key = keys.current.get(slot.id) ?? newIdempotencyKey()
    keys.current.set(slot.id, key)
    const refused = await refusalOf(slot, key)
    keys.current.delete(slot.id)
    return refused
  }
}

/** Books after one question, once however often the button is pressed. */
export function useBooking() {
  const { t } = useText()
  const navigate = useNavigate()
  const send = useSend()
  const [asked, ask] = useState<Slot>()
  // Two taps in one frame both find the state as it was before the first.
  const sending = useRef(false)
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const [settled, setSettled] = useState<{ id: string }>()
  // The button that was pressed has gone from the card, so the focus goes to the card's title.
  useEffect(() => {
    if (settled) document.getElementById(slotTitleId(settled.id))?.focus()
  }, [settled])

  function settle(slot: Slot, outcome: Refused | undefined) {
    setRefused(outcome)
    ask(undefined)
    setSettled({ id: slot.id })
    if (outcome) return showError(t('notice.error'), outcome.message)
    const action = { label: t('book.to_my_bookings'), run: () => void navigate(myBookingsPath) }
    showSuccess(t('notice.success'), t('book.done'), action)
  }
  async function confirm() {
    if (!asked || sending.current) return
    sending.current = true
    setSending(true)
    try {
      settle(asked, await send(asked))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    sending.current = false
    setSending(false)
  }
  return { asked, ask, close: () => ask(undefined), confirm: () => void confirm(), isSending, refused }
}
