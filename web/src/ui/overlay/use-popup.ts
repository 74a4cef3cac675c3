import { useEffect, useRef, useState } from 'react'

/** Holds whether a button's list or menu is open. A press outside `container` closes it. */
export function usePopup() {
  const [isOpen, setOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const handlePointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !container.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', handlePointerDown)
    return () => document.removeEventListener('pointerdown', handlePointerDown)
  }, [isOpen])
  return {
    isOpen,
    setOpen,
    container,
    button,
    closeAndFocus: () => {
      setOpen(false)
      button.current?.focus()
    },
  }
}
