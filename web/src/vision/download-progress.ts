import { useSyncExternalStore } from 'react'
import { modelBytes } from './model-files.ts'

let loadedBytes = 0
const listeners = new Set<() => void>()

/** Called by the worker's client while the files of the model arrive. */
export function setLoadedBytes(bytes: number): void {
  loadedBytes = bytes
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const getShare = (): number => Math.min(loadedBytes / modelBytes.total, 1)

/** Returns the share of the model's files that have arrived, 0 to 1. */
export const useModelDownload = (): number => useSyncExternalStore(subscribe, getShare, getShare)
