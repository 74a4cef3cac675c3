import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'error'
/** Something to do about what a notice says, as taking it back; doing it takes the notice away. */
export type ToastAction = {
  label: string
  run: () => void
  /** What happens once the notice has gone and nobody took the action: what it told beforehand is done now. */
  onDismiss?: () => Promise<void>
}
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

/** The same words said of two things are two notices where each has its own action. */
const isDuplicate = (one: Toast, other: Toast): boolean =>
  !one.action && one.kind === other.kind && one.title === other.title && one.message === other.message

function addToast(kind: ToastKind, title: string, message: string, action?: ToastAction): number {
  lastId += 1
  const toast = { id: lastId, kind, title, message, action }
  const all = [toast, ...toasts.filter(other => !isDuplicate(other, toast))]
  setToasts(all.slice(0, maxToasts))
  for (const evicted of all.slice(maxToasts)) void evicted.action?.onDismiss?.()
  return toast.id
}

/** A green notice at the top right for ten seconds, by its number. Say the same again and it only starts anew. */
export const showSuccess = (title: string, message: string, action?: ToastAction): number =>
  addToast('success', title, message, action)
/** A red one. */
export const showError = (title: string, message: string): number => addToast('error', title, message)

function removeById(id: number): Toast | undefined {
  const found = toasts.find(toast => toast.id === id)
  if (found) setToasts(toasts.filter(toast => toast !== found))
  return found
}

export const dismissToast = (id: number): void => void removeById(id)?.action?.onDismiss?.()
export const runToastAction = (id: number): void => removeById(id)?.action?.run()

/** For a key: does what the newest notice with an action offers. */
export function runNewestToastAction(): void {
  const newest = toasts.find(toast => toast.action)
  if (newest) runToastAction(newest.id)
}

/** Does at once what notices still hold back, for somebody who leaves. */
export async function flushToasts(): Promise<void> {
  const pending = toasts.filter(toast => toast.action?.onDismiss)
  setToasts(toasts.filter(toast => !pending.includes(toast)))
  await Promise.allSettled(pending.map(toast => toast.action?.onDismiss?.()))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const currentToasts = (): readonly Toast[] => toasts
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, currentToasts)

let hosts: readonly HTMLElement[] = []

/** An open modal dialog makes all around it unreachable, so the notices move into it; the answer gives them back. */
export function registerToastHost(host: HTMLElement): () => void {
  hosts = [...hosts, host]
  for (const listener of listeners) listener()
  return () => {
    hosts = hosts.filter(other => other !== host)
    for (const listener of listeners) listener()
  }
}
export const useToastHost = (): HTMLElement => useSyncExternalStore(subscribe, () => hosts.at(-1) ?? document.body)
