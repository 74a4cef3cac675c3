import { useEffect, useState } from 'react'
import { createPreviewUrl } from './image-file.ts'

/** Returns an object URL of the file, or undefined while it is created or if the browser cannot decode the file. */
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
