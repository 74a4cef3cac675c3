/** Where the focus is: the element, what it lies in from the inside out, and where one was before coming into a notice. */
type Place = { element: HTMLElement; around: readonly HTMLElement[]; before: Place | undefined }

const parts = 'li, article, section, form, dialog, main, [tabindex]'
/** Screens that move the focus themselves go first. */
const waitMilliseconds = 100

let at: Place | undefined

/**
 * What is pressed may be gone with what it stood for, and a browser then lets the focus fall to the whole page: whoever
 * uses the keyboard would begin from its top again, and a screen reader would fall silent. It goes to the nearest part
 * around that still stands instead, by its heading.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) at = placeOf(target)
  })
  document.addEventListener('focusout', () => setTimeout(forgetWhoLeft))
  new MutationObserver(() => {
    if (at && !at.element.isConnected) setTimeout(land, waitMilliseconds)
  }).observe(document.body, { childList: true, subtree: true })
}

function placeOf(element: HTMLElement): Place {
  const around: HTMLElement[] = []
  for (let part = element.parentElement; part; part = part.parentElement) around.push(part)
  const isNotice = element.closest('[popover]') !== null
  const wasNotice = at?.around.some(part => part.hasAttribute('popover'))
  return { element, around, before: isNotice ? (wasNotice ? at?.before : at) : undefined }
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** A press beside everything leaves the focus nowhere on purpose. */
function forgetWhoLeft(): void {
  if (at?.element.isConnected && isLost()) at = undefined
}

function land(): void {
  for (let place = at; place && isLost(); place = place.before) {
    if (place.element.isConnected) hasTaken(place.element)
    else place.around.some(part => part.isConnected && part.matches(parts) && hasTaken(headOf(part)))
  }
}

/** A part that takes the focus as a whole is its own. */
const headOf = (part: HTMLElement): HTMLElement =>
  part.hasAttribute('tabindex') && !part.matches('main')
    ? part
    : (part.querySelector<HTMLElement>('h1, h2, h3') ?? part)

function hasTaken(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  if (!isLost() || element.hasAttribute('tabindex')) return !isLost()
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  const giveBack = () => element.removeAttribute('tabindex')
  if (isLost()) giveBack()
  else element.addEventListener('blur', giveBack, { once: true })
  return !isLost()
}
