import { useSyncExternalStore } from 'react'

/** Settings of this device, kept for every account that uses it. */
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

function storeSetting(item: 'textSize' | 'dataSaver' | 'narrowMenu', value: string | null): void {
  if (value === null) localStorage.removeItem(item)
  else localStorage.setItem(item, value)
  for (const listener of listeners) listener()
}

const getTextSize = (): TextSize => textSizes.find(size => size === localStorage.getItem('textSize')) ?? 'normal'
const isMenuNarrow = (): boolean => localStorage.getItem('narrowMenu') === 'on'
export const isDataSaverOn = (): boolean => localStorage.getItem('dataSaver') === 'on'

export function setTextSize(size: TextSize): void {
  storeSetting('textSize', size === 'normal' ? null : size)
  document.documentElement.dataset.textSize = size
}
export const setDataSaver = (isOn: boolean): void => storeSetting('dataSaver', isOn ? 'on' : null)

export const setMenuNarrow = (isNarrow: boolean): void => storeSetting('narrowMenu', isNarrow ? 'on' : null)

export const useTextSize = (): TextSize => useSyncExternalStore(subscribe, getTextSize, getTextSize)
export const useDataSaver = (): boolean => useSyncExternalStore(subscribe, isDataSaverOn, isDataSaverOn)
export const useMenuNarrow = (): boolean => useSyncExternalStore(subscribe, isMenuNarrow, isMenuNarrow)

/** Returns true if the browser or the user's settings of this app ask to save data. */
export const prefersReducedData = (): boolean => isDataSaverOn() || hasBrowserDataSaver()

const hasBrowserDataSaver = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true
