/** Browsers read the file some time after the click; phones only after the user has chosen an app. */
const revokeDelayMs = 60_000

/** Saves a text or a blob as a file of the given media type. */
export function downloadFile(content: string | Blob, name: string, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs)
}
