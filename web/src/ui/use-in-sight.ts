import { useEffect, useRef, useState } from 'react'

/** Whether a part of the page has come into its reader's sight; `ref` goes on it. Once true it stays so. */
export function useInSight<Part extends Element>() {
  const ref = useRef<Part>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!ref.current || isInSight) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) setInSight(true)
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isInSight])
  return { ref, isInSight }
}
