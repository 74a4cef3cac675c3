import { useSyncExternalStore } from 'react'

/** What holds for this device, whoever is signed in on it. */
export const textSizes = ['normal', 'large', 'largest'] as const
export type TextSize = (typeof textSizes)[number]

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function keep(item: 'textSize' | 'dataSaver', value: string | null): void {
  if (value === null) localStorage.removeItem(item)
  else localStorage.setItem(item, value)
  for (const listener of listeners) listener()
}

const textSize = (): TextSize => textSizes.find(size => size === localStorage.getItem('textSize')) ?? 'normal'
export const isSavingData = (): boolean => localStorage.getItem('dataSaver') === 'on'

export function chooseTextSize(size: TextSize): void {
  keep('textSize', size === 'normal' ? null : size)
  document.documentElement.dataset.textSize = size
}
export const saveData = (on: boolean): void => keep('dataSaver', on ? 'on' : null)

export const useTextSize = (): TextSize => useSyncExternalStore(subscribe, textSize, textSize)
export const useIsSavingData = (): boolean => useSyncExternalStore(subscribe, isSavingData, isSavingData)
