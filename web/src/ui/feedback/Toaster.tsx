import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsOnline } from '../../api/offline/use-is-online.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dismissToast, runToastAction, type Toast, toastDurationMs, useToastHost, useToasts } from './toasts.ts'

/**
 * Shows the newest toast as a slim line over the top bar, above an open dialog, and below it one more that can be undone. So
 * toasts never cover what the person works on. Rendered once, in the app.
 */
export function Toaster() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  const toasts = useToasts()
  const host = useToastHost()
  const region = useRef<HTMLElement>(null)
  const newest = toasts[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another host it is another element
  useEffect(() => {
    const element = region.current
    // The element is gone with the dialog that hosted it; it renders again in the next host.
    if (!element?.isConnected) return
    if (element.matches(':popover-open')) element.hidePopover()
    // Shown again for each toast and in each dialog, so that it is on top of the top layer.
    if (newest !== undefined) element.showPopover()
  }, [newest, host])
  useEffect(() => {
    if (!region.current) return
    // Dialogs read this height and leave room for the toasts.
    const resizeObserver = new ResizeObserver(([boxClass]) =>
      host.style.setProperty('--notices', `${boxClass?.borderBoxSize[0]?.blockSize ?? 0}px`),
    )
    resizeObserver.observe(region.current)
    return () => {
      resizeObserver.disconnect()
      host.style.removeProperty('--notices')
    }
  }, [host])
  // Below the bar that says that the device is offline.
  return createPortal(
    <section
      ref={region}
      popover="manual"
      aria-label={t('notice.region')}
      className={clsx(
        isOnline ? 'top-0' : 'top-14 sm:top-9',
        'fixed inset-x-0 bottom-auto m-0 ml-auto max-h-dvh in-[dialog]:max-h-[40dvh] sm:in-[dialog]:max-h-[25dvh] w-full max-w-lg flex-col gap-1 overflow-y-auto bg-transparent p-1 [&:popover-open]:flex',
      )}
    >
      {toasts.map(toast => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    host,
  )
}

const kindStyles = {
  success: { boxClass: 'border-leaf-ink bg-leaf-press', Icon: CircleCheck },
  error: { boxClass: 'border-rust-ink bg-rust-press', Icon: CircleAlert },
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const [isPaused, setPaused] = useState(false)
  const { boxClass, Icon } = kindStyles[toast.kind]
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(dismissToast, toastDurationMs, toast.id)
    return () => clearTimeout(timer)
  }, [isPaused, toast.id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timer
    <div
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={clsx(
        'flex min-h-14 animate-appear items-center gap-2 rounded-lg border pl-3 text-white',
        toast.action ? 'nth-[n+3]:hidden' : 'not-first:hidden',
        boxClass,
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 grow py-1 text-sm leading-snug">
        <strong>{toast.title}</strong> <span>{toast.message}</span>
      </p>
      {toast.action && (
        <button
          type="button"
          onClick={() => runToastAction(toast.id)}
          className="min-h-12 shrink-0 rounded-md px-3 font-bold underline underline-offset-4 outline-white hover:bg-white/15"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('action.close')}
        onClick={() => dismissToast(toast.id)}
        className="flex size-12 shrink-0 items-center justify-center rounded-md outline-white hover:bg-white/15"
      >
        <X aria-hidden="true" className="size-6" />
      </button>
    </div>
  )
}
