/** For the ref of what has the focus when its dialog opens: by this attribute, which React's own autoFocus does not set. */
export const autoFocusRef = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
