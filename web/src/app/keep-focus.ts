/** Where the focus is: the element, what it lies in from the inside out, and where one was before coming into a dialog or notice. */
type Place = {
  element: HTMLElement
  around: readonly HTMLElement[]
  layer: Element | null
  before: Place | undefined
}

const layers = 'dialog, [popover]'
const parts = 'li, article, section, form, fieldset, dialog, main, [role=group], [tabindex]'
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
    if (at && isLost()) setTimeout(land, waitMilliseconds)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

function placeOf(element: HTMLElement): Place {
  const layer = element.closest(layers)
  const around: HTMLElement[] = []
  for (let part = element.parentElement; part; part = part.parentElement) around.push(part)
  let inLayer = at
  while (inLayer && inLayer.layer !== layer) inLayer = inLayer.before
  return { element, around, layer, before: layer ? (inLayer ? inLayer.before : at) : undefined }
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** A press beside everything leaves the focus nowhere on purpose; what is shut while something is sent has it again after that. */
function forgetWhoLeft(): void {
  if (at?.element.isConnected && isLost() && !at.element.matches(':disabled')) at = undefined
}

function land(): void {
  for (let place = at; place && isLost(); place = place.before) {
    const { element, around, layer, before } = place
    // What lies around a dialog lies around what opened it as well, which is nearer.
    const near = before ? around.filter(part => layer?.contains(part)) : around
    if (element.isConnected) hasTaken(element)
    else near.some(part => part.isConnected && part.matches(parts) && hasTaken(headOf(part)))
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
