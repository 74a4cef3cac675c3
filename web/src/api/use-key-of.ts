import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'

/** One key as long as the same is sent: where the answer got lost, sending again does nothing twice. */
export function useKeyOf<Sent>(): (sent: Sent) => string {
  const last = useRef({ sent: '', key: '' })
  return sent => {
    const told = JSON.stringify(sent)
    if (last.current.sent !== told) last.current = { sent: told, key: newIdempotencyKey() }
    return last.current.key
  }
}
