/**
 * A ref for the element that gets the focus when its dialog opens. React's `autoFocus` does not set the attribute that
 * <dialog> reads.
 */
export const autoFocusRef = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
