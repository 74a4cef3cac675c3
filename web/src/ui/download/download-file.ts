/** Browsers read the file some time after the click; phones only after the user has chosen an app. */
const revokeDelayMs = 60_000

/** Saves a text as a file of the given media type. */
export function downloadFile(content: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs)
}
