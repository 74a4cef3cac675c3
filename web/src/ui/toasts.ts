import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'error'
/** Something to do about what a notice says, as taking it back; doing it takes the notice away. */
export type ToastAction = {
  label: string
  run: () => void
  /** What happens once the notice has gone and nobody took the action: what it told beforehand is done now. */
  otherwise?: () => Promise<void>
}
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

function add(kind: ToastKind, title: string, message: string, action?: ToastAction): number {
  lastId += 1
  const toast = { id: lastId, kind, title, message, action }
  const all = [toast, ...toasts.filter(other => !isRepeat(other, toast))]
  set(all.slice(0, most))
  for (const crowdedOut of all.slice(most)) void crowdedOut.action?.otherwise?.()
  return toast.id
}

/** A green notice at the top right for ten seconds, by its number. Say the same again and it only starts anew. */
export const showSuccess = (title: string, message: string, action?: ToastAction): number =>
  add('success', title, message, action)
/** A red one. */
export const showError = (title: string, message: string): number => add('error', title, message)

function take(id: number): Toast | undefined {
  const found = toasts.find(toast => toast.id === id)
  if (found) set(toasts.filter(toast => toast !== found))
  return found
}

export const removeToast = (id: number): void => void take(id)?.action?.otherwise?.()
export const runToastAction = (id: number): void => take(id)?.action?.run()

/** For a key: does what the newest notice with an action offers. */
export function runNewestToastAction(): void {
  const newest = toasts.find(toast => toast.action)
  if (newest) runToastAction(newest.id)
}

/** Does at once what notices still hold back, for somebody who leaves. */
export async function settleToasts(): Promise<void> {
  const holding = toasts.filter(toast => toast.action?.otherwise)
  set(toasts.filter(toast => !holding.includes(toast)))
  await Promise.allSettled(holding.map(toast => toast.action?.otherwise?.()))
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
