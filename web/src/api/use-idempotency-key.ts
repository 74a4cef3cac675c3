import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'

/** One key as long as the same is sent: where the answer got lost, sending again does nothing twice. */
export function useIdempotencyKey<Payload>(): (payload: Payload) => string {
  const last = useRef({ payload: '', key: '' })
  return payload => {
    const serialized = JSON.stringify(payload)
    if (last.current.payload !== serialized) last.current = { payload: serialized, key: newIdempotencyKey() }
    return last.current.key
  }
}
