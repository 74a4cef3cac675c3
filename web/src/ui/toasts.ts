import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'error'
export type Toast = { id: number; kind: ToastKind; title: string; message: string }

const most = 10
export const toastMilliseconds = 10_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function add(kind: ToastKind, title: string, message: string): void {
  lastId += 1
  const toast = { id: lastId, kind, title, message }
  const others = toasts.filter(other => !(other.kind === kind && other.title === title && other.message === message))
  set([toast, ...others].slice(0, most))
}

/** A green notice at the top right for ten seconds. Say the same again and it only starts anew. */
export const showSuccess = (title: string, message: string): void => add('success', title, message)
/** A red one. */
export const showError = (title: string, message: string): void => add('error', title, message)
export const removeToast = (id: number): void => set(toasts.filter(toast => toast.id !== id))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts)

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
