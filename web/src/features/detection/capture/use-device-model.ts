import { useEffect, useState } from 'react'
import { isModelCached, openModel } from '../../../vision/worker-client.ts'

export type DeviceModelStatus = 'unknown' | 'fetching' | 'ready' | 'absent'

/** Bounds of the exponential backoff between download attempts. */
const minRetryDelayMs = 4_000
const maxRetryDelayMs = 60_000

/** Downloads and opens the model while the farmer chooses a photo, so that the device can analyze offline. */
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
    // Downloaded parts are cached, so each attempt makes progress. Retrying is useless when the model is complete or
    // when the browser has no cache.
    const scheduleRetry = async () => {
      if (!('caches' in window) || (await isModelCached()) || !isMounted) return
      timer = setTimeout(start, retryDelayMs)
      retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
    }
    // The model is six megabytes: do not download it when the user has turned on data saving.
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
