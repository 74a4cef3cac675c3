import { downloadFile } from '../../../ui/download/download-file.ts'

export type Shareable = { title: string; text?: string; url: string; file?: File | undefined }

/**
 * Opens the share sheet. Where there is none (or none for files) it copies the text, and saves the file. Returns null when the
 * user cancelled.
 */
export async function share({ title, text, url, file }: Shareable): Promise<'shared' | 'copied' | 'failed' | null> {
  const words = text === undefined ? url : `${text} ${url}`
  // Some apps drop a link beside a file, so it stands in the text.
  const data = file ? { title, text: words, files: [file] } : { title, url, ...(text !== undefined && { text }) }
  if (navigator.share && (navigator.canShare?.(data) ?? file === undefined)) {
    try {
      await navigator.share(data)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null
    }
  }
  const isCopied = await navigator.clipboard.writeText(words).then(
    () => true,
    () => false,
  )
  if (file) downloadFile(file, file.name, file.type)
  return isCopied ? 'copied' : 'failed'
}
