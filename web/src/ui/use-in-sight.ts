import { useEffect, useRef, useState } from 'react'

/** Whether a part of the page has come near what its reader sees; `ref` goes on it. Once true it stays so. */
export function useInSight<Part extends Element>() {
  const ref = useRef<Part>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!ref.current || isInSight) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setInSight(true)
      },
      // Half a screen ahead, so that it mostly stands when its reader arrives.
      { rootMargin: '50% 0px' },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isInSight])
  return { ref, isInSight }
}
