import { useEffect, useState } from 'react'
import { createPreviewUrl } from './image-file.ts'

/** A picture of the chosen file, or undefined while it is made and where the browser cannot read it. */
export function usePreviewUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    let isCurrent = true
    let createdUrl: string | undefined
    createPreviewUrl(file).then(
      newUrl => {
        createdUrl = newUrl
        if (isCurrent) setUrl(newUrl)
        else URL.revokeObjectURL(newUrl)
      },
      () => setUrl(undefined),
    )
    return () => {
      isCurrent = false
      setUrl(undefined)
      if (createdUrl) URL.revokeObjectURL(createdUrl)
    }
  }, [file])
  return url
}
