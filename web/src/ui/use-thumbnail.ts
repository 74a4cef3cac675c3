import { useEffect, useState } from 'react'
import { thumbnailUrl } from './image-file.ts'

/** A picture of the chosen file, or undefined while it is made and where the browser cannot read it. */
export function useThumbnail(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    let isCurrent = true
    let made: string | undefined
    thumbnailUrl(file).then(
      ready => {
        made = ready
        if (isCurrent) setUrl(ready)
        else URL.revokeObjectURL(ready)
      },
      () => setUrl(undefined),
    )
    return () => {
      isCurrent = false
      setUrl(undefined)
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
