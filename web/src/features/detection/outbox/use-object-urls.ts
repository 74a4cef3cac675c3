import { useEffect, useState } from 'react'

type Blobs = readonly (Blob | null)[]

const noUrls: readonly (string | null)[] = []

/**
 * Addresses under which an <img> finds pictures that are in memory, in their order; null for one that is not there, and
 * none at all until they are made. The list must stay the same object as long as its pictures are the same.
 */
export function useObjectUrls(blobs: Blobs): readonly (string | null)[] {
  const [urls, setUrls] = useState(noUrls)
  useEffect(() => {
    const objectUrls = blobs.map(blob => blob && URL.createObjectURL(blob))
    setUrls(objectUrls)
    return () => {
      for (const url of objectUrls) if (url !== null) URL.revokeObjectURL(url)
      setUrls(noUrls)
    }
  }, [blobs])
  return urls
}
