export type Shareable = { title: string; text?: string; url: string }

/** Offers to send something by whatever the device has, else copies it. Says what happened; null when the reader gave up. */
export async function share({ title, text, url }: Shareable): Promise<'shared' | 'copied' | 'failed' | null> {
  const offer = { title, url, ...(text !== undefined && { text }) }
  if (navigator.share && navigator.canShare?.(offer) !== false) {
    try {
      await navigator.share(offer)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null
    }
  }
  try {
    await navigator.clipboard.writeText(text === undefined ? url : `${text} ${url}`)
    return 'copied'
  } catch {
    return 'failed'
  }
}
