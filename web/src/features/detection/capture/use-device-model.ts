import { useEffect, useState } from 'react'
import { isModelCached, openModel } from '../../../vision/worker-client.ts'

export type DeviceModelStatus = 'unknown' | 'fetching' | 'ready' | 'absent'

/** A weak network is tried again soon at first, then ever more seldom. */
const minRetryDelayMs = 4_000
const maxRetryDelayMs = 60_000

/** Fetches the model while the farmer looks for a leaf, so that this phone can answer by itself, also later and offline. */
export function useDeviceModel(): DeviceModelStatus {
  const [state, setState] = useState<DeviceModelStatus>('unknown')
  useEffect(() => {
    let isMounted = true
    let retryDelayMs = minRetryDelayMs
    let timer: ReturnType<typeof setTimeout> | undefined
    const updateState = (next: DeviceModelStatus) => isMounted && setState(next)
    const load = async () => {
      updateState((await isModelCached()) ? 'unknown' : 'fetching')
      await openModel()
      updateState((await isModelCached()) ? 'ready' : 'absent')
    }
    const start = () => {
      clearTimeout(timer)
      load().catch(() => {
        updateState('absent')
        void scheduleRetry()
      })
    }
    // What came is kept, so each try brings more. A phone that has it all, or can keep nothing, would only try in vain.
    const scheduleRetry = async () => {
      if (!('caches' in window) || (await isModelCached()) || !isMounted) return
      timer = setTimeout(start, retryDelayMs)
      retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
    }
    // Six megabytes are not taken from somebody who asked for thrift.
    if (prefersReducedData())
      void isModelCached().then(
        isCached => isCached && start(),
        () => updateState('absent'),
      )
    else start()
    window.addEventListener('online', start)
    return () => {
      isMounted = false
      clearTimeout(timer)
      window.removeEventListener('online', start)
    }
  }, [])
  return state
}

const prefersReducedData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true
