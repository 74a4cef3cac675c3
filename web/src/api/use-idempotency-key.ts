import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'

/**
 * Returns a function that gives the same key as long as the payload stays the same. Sending again after a lost reply
 * then has no second effect.
 */
export function useIdempotencyKey<Payload>(): (payload: Payload) => string {
  const last = useRef({ payload: '', key: '' })
  return payload => {
    const serialized = JSON.stringify(payload)
    if (last.current.payload !== serialized) last.current = { payload: serialized, key: newIdempotencyKey() }
    return last.current.key
  }
}
