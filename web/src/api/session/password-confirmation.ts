import { useSyncExternalStore } from 'react'

/**
 * Asks for the password when the server demands it for a call. The request waits here; a dialog in the layout answers it.
 */
let pending: { promise: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | undefined
const listeners = new Set<() => void>()

function setPending(next: typeof pending): void {
  pending = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Nobody is left who could answer.
    if (listeners.size === 0) answerPasswordRequest(false)
  }
}

/**
 * Resolves with true once the user has confirmed the password, and with false if they do not. Several calls share one
 * dialog.
 */
export function requestPassword(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (pending) return pending.promise
  let resolve = (_isConfirmed: boolean): void => undefined
  const promise = new Promise<boolean>(resolvePromise => {
    resolve = resolvePromise
  })
  setPending({ promise, resolve })
  return promise
}

/** Ends the open request: the waiting calls are repeated, or fail. */
export function answerPasswordRequest(isConfirmed: boolean): void {
  pending?.resolve(isConfirmed)
  setPending(undefined)
}

const isPasswordRequested = (): boolean => pending !== undefined
export const useIsPasswordRequested = (): boolean =>
  useSyncExternalStore(subscribe, isPasswordRequested, isPasswordRequested)
