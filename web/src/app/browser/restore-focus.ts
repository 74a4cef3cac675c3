/** Where the focus is: the element, what it lies in from the inside out, and where one was before coming into a dialog or notice. */
type FocusPosition = {
  element: HTMLElement
  ancestors: readonly HTMLElement[]
  layer: Element | null
  previous: FocusPosition | undefined
}

const layerSelector = 'dialog, [popover]'
const containerSelector = 'li, article, section, form, fieldset, dialog, main, [role=group], [tabindex]'
/** Screens that move the focus themselves go first. */
const delayMs = 100

let current: FocusPosition | undefined

/**
 * What is pressed may be gone with what it stood for, and a browser then lets the focus fall to the whole page: whoever
 * uses the keyboard would begin from its top again, and a screen reader would fall silent. It goes to the nearest part
 * around that still stands instead, by its heading.
 */
export function restoreLostFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) current = capturePosition(target)
  })
  document.addEventListener('focusout', () => setTimeout(clearAfterDeliberateBlur))
  new MutationObserver(() => {
    if (current && isFocusLost()) setTimeout(restoreFocus, delayMs)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

function capturePosition(element: HTMLElement): FocusPosition {
  const layer = element.closest(layerSelector)
  const ancestors: HTMLElement[] = []
  for (let part = element.parentElement; part; part = part.parentElement) ancestors.push(part)
  let enclosing = current
  while (enclosing && enclosing.layer !== layer) enclosing = enclosing.previous
  return { element, ancestors, layer, previous: layer ? (enclosing ? enclosing.previous : current) : undefined }
}

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** A press beside everything leaves the focus nowhere on purpose; what is shut while something is sent has it again after that. */
function clearAfterDeliberateBlur(): void {
  if (current?.element.isConnected && isFocusLost() && !current.element.matches(':disabled')) current = undefined
}

function restoreFocus(): void {
  for (let position = current; position && isFocusLost(); position = position.previous) {
    const { element, ancestors, layer, previous } = position
    // What lies around a dialog lies around what opened it as well, which is nearer.
    const candidates = previous ? ancestors.filter(part => layer?.contains(part)) : ancestors
    if (element.isConnected) tryFocus(element)
    else candidates.some(part => part.isConnected && part.matches(containerSelector) && tryFocus(findFocusTarget(part)))
  }
}

/** A part that takes the focus as a whole is its own. */
const findFocusTarget = (part: HTMLElement): HTMLElement =>
  part.hasAttribute('tabindex') && !part.matches('main')
    ? part
    : (part.querySelector<HTMLElement>('h1, h2, h3') ?? part)

function tryFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  if (!isFocusLost() || element.hasAttribute('tabindex')) return !isFocusLost()
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  const removeTabIndex = () => element.removeAttribute('tabindex')
  if (isFocusLost()) removeTabIndex()
  else element.addEventListener('blur', removeTabIndex, { once: true })
  return !isFocusLost()
}
