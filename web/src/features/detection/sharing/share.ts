export type Shareable = { title: string; text?: string; url: string; files?: File[] }

/** Opens the share sheet, or copies the text where there is none. Returns null when the user cancelled. */
export async function share({ title, text, url, files }: Shareable): Promise<'shared' | 'copied' | 'failed' | null> {
  const data = { title, url, ...(text !== undefined && { text }), ...(files !== undefined && { files }) }
  if (navigator.share && navigator.canShare?.(data) !== false) {
    try {
      await navigator.share(data)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null
    }
  }
  try {
    await navigator.clipboard.writeText(formatShareText({ text, url }))
    return 'copied'
  } catch {
    return 'failed'
  }
}

/** Returns a link that opens WhatsApp with the text. The user chooses the recipient there. */
export const buildWhatsAppUrl = (content: Pick<Shareable, 'text' | 'url'>): string =>
  `https://wa.me/?text=${encodeURIComponent(formatShareText(content))}`

const formatShareText = ({ text, url }: { text?: string | undefined; url: string }): string =>
  text === undefined ? url : `${text} ${url}`

/** Returns whether the share sheet accepts images. */
export function canShareImages(): boolean {
  const probe = new File([], 'leaf.jpg', { type: 'image/jpeg' })
  return typeof navigator.share === 'function' && navigator.canShare?.({ files: [probe] }) === true
}

const maxSidePixels = 1600

/** Returns a copy of an image to share. Drawing it on a canvas removes the EXIF metadata, such as place and time. */
export async function createShareableImage(imageUrl: string): Promise<File> {
  const image = new Image()
  image.src = imageUrl
  await image.decode()
  const scale = Math.min(1, maxSidePixels / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const copy = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (copy === null) throw new Error('The image could not be copied')
  return new File([copy], 'leaf.jpg', { type: 'image/jpeg' })
}
