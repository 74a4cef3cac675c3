import { useEffect, useRef } from 'react'

/** Where the focus goes once a dialog has closed that took the button which opened it along. */
export function useFocusAfter(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const isDue = useRef(false)
  useEffect(() => {
    if (isOpen || !isDue.current) return
    isDue.current = false
    place.current?.focus({ preventScroll: true })
  }, [isOpen])
  return {
    place,
    focusAfter: () => {
      isDue.current = true
    },
  }
}
