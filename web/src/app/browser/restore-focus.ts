/** The focused element, its ancestors from the inside out, and the position before a dialog or toast was entered. */
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
 * Restores the focus when the focused element is removed. The browser would move it to the body: keyboard users would
 * start again at the top of the page and screen readers would fall silent. It goes to the heading of the nearest
 * remaining ancestor instead.
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

/**
 * A click on the background loses the focus on purpose. A button that is disabled while it sends gets it back
 * afterwards.
 */
function clearAfterDeliberateBlur(): void {
  if (current?.element.isConnected && isFocusLost() && !current.element.matches(':disabled')) current = undefined
}

function restoreFocus(): void {
  for (let position = current; position && isFocusLost(); position = position.previous) {
    const { element, ancestors, layer, previous } = position
    // Ancestors of the dialog are also ancestors of the button that opened it, which is nearer.
    const candidates = previous ? ancestors.filter(part => layer?.contains(part)) : ancestors
    if (element.isConnected) tryFocus(element)
    else candidates.some(part => part.isConnected && part.matches(containerSelector) && tryFocus(findFocusTarget(part)))
  }
}

/** An ancestor that is focusable itself takes the focus. */
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
