import { type RefObject, useEffect } from 'react'

/** Calls `onClickOutside` for a press outside the element while `isEnabled`. */
export function useClickOutside(
  element: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onClickOutside: () => void,
): void {
  useEffect(() => {
    if (!isEnabled) return
    const handlePointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) onClickOutside()
    }
    document.addEventListener('pointerdown', handlePointerDown)
    return () => document.removeEventListener('pointerdown', handlePointerDown)
  }, [element, isEnabled, onClickOutside])
}
