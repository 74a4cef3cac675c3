import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'error'
/** Something to do about what a notice says, as taking it back; doing it takes the notice away. */
export type ToastAction = { label: string; run: () => void }
export type Toast = { id: number; kind: ToastKind; title: string; message: string; action?: ToastAction | undefined }

const most = 10
export const toastMilliseconds = 10_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** The same words said of two things are two notices where each has its own action. */
const isRepeat = (one: Toast, other: Toast): boolean =>
  !one.action && one.kind === other.kind && one.title === other.title && one.message === other.message

function add(kind: ToastKind, title: string, message: string, action?: ToastAction): void {
  lastId += 1
  const toast = { id: lastId, kind, title, message, action }
  set([toast, ...toasts.filter(other => !isRepeat(other, toast))].slice(0, most))
}

/** A green notice at the top right for ten seconds. Say the same again and it only starts anew. */
export const showSuccess = (title: string, message: string, action?: ToastAction): void =>
  add('success', title, message, action)
/** A red one. */
export const showError = (title: string, message: string): void => add('error', title, message)
export const removeToast = (id: number): void => set(toasts.filter(toast => toast.id !== id))

export function runToastAction(toast: Toast): void {
  removeToast(toast.id)
  toast.action?.run()
}

/** For a key: does what the newest notice with an action offers; false when none does. */
export function runNewestToastAction(): boolean {
  const newest = toasts.find(toast => toast.action)
  if (newest) runToastAction(newest)
  return newest !== undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const currentToasts = (): readonly Toast[] => toasts
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, currentToasts)

let hosts: readonly HTMLElement[] = []

/** An open modal dialog makes all around it unreachable, so the notices move into it; the answer gives them back. */
export function hostToasts(host: HTMLElement): () => void {
  hosts = [...hosts, host]
  for (const listener of listeners) listener()
  return () => {
    hosts = hosts.filter(other => other !== host)
    for (const listener of listeners) listener()
  }
}
export const useToastHost = (): HTMLElement => useSyncExternalStore(subscribe, () => hosts.at(-1) ?? document.body)
