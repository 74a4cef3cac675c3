import { useEffect, useMemo, useState } from 'react'

const noUrls: readonly (string | null)[] = []

/**
 * Returns object URLs in the order of the blobs, with null for a missing blob. Empty until the URLs exist.
 * @param blobs must keep its identity while its content does not change
 */
export function useObjectUrls(blobs: readonly (Blob | null)[]): readonly (string | null)[] {
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

/** Returns an object URL for a blob, or null without one. */
export const useObjectUrl = (blob: Blob | null): string | null =>
  useObjectUrls(useMemo(() => [blob], [blob]))[0] ?? null
