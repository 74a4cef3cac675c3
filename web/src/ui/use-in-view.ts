import { useEffect, useRef, useState } from 'react'

/** Whether a part of the page has come into its reader's sight; `ref` goes on it. Once true it stays so. */
export function useInView<Target extends Element>() {
  const ref = useRef<Target>(null)
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!ref.current || isInView) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) setInView(true)
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isInView])
  return { ref, isInView }
}
