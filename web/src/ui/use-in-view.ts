import { useEffect, useRef, useState } from 'react'

/** Returns a ref and if its element has been in view. Once true, `isInView` stays true. */
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
