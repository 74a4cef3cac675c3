import { type RefObject, useEffect } from 'react'

/** Calls `onOutside` for a press anywhere but in the element, while `isOn`. */
export function usePressOutside(element: RefObject<HTMLElement | null>, isOn: boolean, onOutside: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const listen = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) onOutside()
    }
    document.addEventListener('pointerdown', listen)
    return () => document.removeEventListener('pointerdown', listen)
  }, [element, isOn, onOutside])
}
