import { useEffect, useState } from 'react'

/** An address under which an <img> finds a picture that is in memory; null without one. */
export function useObjectUrl(picture: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (picture === null) return
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [picture])
  return url
}
