import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { registerToastHost } from '../feedback/toasts.ts'

/**
 * A modal dialog with the browser's <dialog>: the focus stays inside and Escape closes it. A click outside does not, so
 * that typed text is not lost.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  footer,
  wide = false,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  footer?: ReactNode
  /** For lists side by side. */
  wide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closes before the element is removed, so that the browser returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    element.showModal()
    const unregisterToastHost = registerToastHost(element)
    return () => {
      unregisterToastHost()
      element.close()
    }
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className={clsx(
        'm-auto max-h-[min(85dvh,100dvh-2*var(--notices,0px))] w-full overflow-hidden rounded-lg border border-line bg-white p-0 backdrop:bg-night/60 open:flex open:animate-appear max-sm:mb-0 max-sm:max-h-[min(85dvh,100dvh-var(--notices,0px))] max-sm:max-w-full max-sm:rounded-b-none',
        wide ? 'max-w-3xl' : 'max-w-xl',
      )}
    >
      {isOpen && (
        <div className="flex min-h-0 w-full flex-col">
          <header className="flex items-start justify-between gap-2 border-b border-line py-2 pr-2 pl-4 sm:pl-6">
            <h2 id={titleId} className="min-w-0 py-2 text-lg wrap-anywhere">
              {title}
            </h2>
            <button
              type="button"
              aria-label={t('action.close')}
              onClick={onClose}
              className="flex size-12 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-6" />
            </button>
          </header>
          <div className="min-w-0 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-4 max-sm:*:grow sm:px-6">
              {footer}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}
