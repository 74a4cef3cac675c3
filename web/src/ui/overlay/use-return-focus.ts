import { useEffect, useRef } from 'react'

/** Where the focus goes once a dialog has closed that took the button which opened it along. */
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
