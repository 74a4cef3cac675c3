/** A ref for the next step of a dialog. It moves focus and scroll position there: the field that had the focus is gone. */
export function focusStepRef(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}
