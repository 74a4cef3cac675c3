import { useSyncExternalStore } from 'react'
import { getErrorMessage } from '../../api/errors.ts'
import { t } from '../../i18n/i18n.ts'

export type ToastKind = 'success' | 'error'
/** An action that a toast offers, such as Undo. Running it dismisses the toast. */
export type ToastAction = { label: string; run: () => void }
export type Toast = { id: number; kind: ToastKind; title: string; message: string; action?: ToastAction | undefined }

const maxToasts = 10
export const toastDurationMs = 10_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Toasts with an action are never duplicates: each acts on something else. */
const isDuplicate = (one: Toast, other: Toast): boolean =>
  !one.action && one.kind === other.kind && one.title === other.title && one.message === other.message

function addToast(kind: ToastKind, title: string, message: string, action?: ToastAction): number {
  lastId += 1
  const toast = { id: lastId, kind, title, message, action }
  setToasts([toast, ...toasts.filter(other => !isDuplicate(other, toast))].slice(0, maxToasts))
  return toast.id
}

/** A message shown after success, with another title or an action such as Undo. */
export type SuccessMessage = string | { message: string; title?: string | undefined; action?: ToastAction | undefined }

/**
 * Shows a green toast for ten seconds and returns its id. Repeating the same message restarts the time. Errors before it
 * are out of date and disappear.
 */
export function showSuccess(success: SuccessMessage): number {
  setToasts(toasts.filter(({ kind }) => kind !== 'error'))
  const { message, title, action }: Exclude<SuccessMessage, string> =
    typeof success === 'string' ? { message: success } : success
  return addToast('success', title ?? t('notice.success'), message, action)
}

/** Shows a red toast with a message, or with the one of an error, and returns its id. */
export const showError = (error: unknown, title: string = t('notice.error')): number =>
  addToast('error', title, typeof error === 'string' ? error : getErrorMessage(error))

function removeById(id: number): Toast | undefined {
  const found = toasts.find(toast => toast.id === id)
  if (found) setToasts(toasts.filter(toast => toast !== found))
  return found
}

export const dismissToast = (id: number): void => void removeById(id)
export const runToastAction = (id: number): void => removeById(id)?.action?.run()

/** Runs the action of the newest toast that has one, for a keyboard shortcut. Returns false if none has. */
export function runNewestToastAction(): boolean {
  const newest = toasts.find(toast => toast.action)
  if (newest) runToastAction(newest.id)
  return newest !== undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const currentToasts = (): readonly Toast[] => toasts
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, currentToasts)

let hosts: readonly HTMLElement[] = []

/**
 * Moves the toasts into a modal dialog, which makes everything around it inert. Returns a function that moves them
 * back.
 */
export function registerToastHost(host: HTMLElement): () => void {
  hosts = [...hosts, host]
  for (const listener of listeners) listener()
  return () => {
    hosts = hosts.filter(other => other !== host)
    for (const listener of listeners) listener()
  }
}
export const useToastHost = (): HTMLElement => useSyncExternalStore(subscribe, () => hosts.at(-1) ?? document.body)
