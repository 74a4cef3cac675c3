import { useEffect, useState } from 'react'

type Pictures = readonly (Blob | null)[]

const none: readonly (string | null)[] = []

/**
 * Addresses under which an <img> finds pictures that are in memory, in their order; null for one that is not there, and
 * none at all until they are made. The list must stay the same object as long as its pictures are the same.
 */
export function useObjectUrls(pictures: Pictures): readonly (string | null)[] {
  const [urls, setUrls] = useState(none)
  useEffect(() => {
    const made = pictures.map(picture => picture && URL.createObjectURL(picture))
    setUrls(made)
    return () => {
      for (const url of made) if (url !== null) URL.revokeObjectURL(url)
      setUrls(none)
    }
  }, [pictures])
  return urls
}
