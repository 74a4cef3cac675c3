import { useEffect, useRef } from 'react'

/** Moves the focus to `place` after a dialog has closed whose opening button is gone. */
export function useReturnFocus(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const isPending = useRef(false)
  useEffect(() => {
    if (isOpen || !isPending.current) return
    isPending.current = false
    place.current?.focus({ preventScroll: true })
  }, [isOpen])
  return {
    place,
    focusAfter: () => {
      isPending.current = true
    },
  }
}
