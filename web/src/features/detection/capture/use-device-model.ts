import { useEffect, useState } from 'react'
import { prefersReducedData } from '../../../api/device-settings.ts'
import { isModelCached, openModel } from '../../../vision/worker-client.ts'

/** `asking`: data saver is on and the model is not on this device, so the user decides. */
export type DeviceModelStatus = 'unknown' | 'asking' | 'fetching' | 'ready' | 'absent'

/** Bounds of the exponential backoff between download attempts. */
const minRetryDelayMs = 4_000
const maxRetryDelayMs = 60_000

/**
 * Downloads and opens the model while the farmer chooses a photo, so that the device can analyze offline.
 * @param isRequested true once the user has agreed to the download in spite of data saver
 */
export function useDeviceModel(isRequested = false): DeviceModelStatus {
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
    // The model is some megabytes: do not download it unasked when the user wants to save data.
    const startUnlessSavingData = () => {
      if (isRequested || !prefersReducedData()) return start()
      void isModelCached().then(
        isCached => (isCached ? start() : updateState('asking')),
        () => updateState('absent'),
      )
    }
    startUnlessSavingData()
    window.addEventListener('online', startUnlessSavingData)
    return () => {
      isMounted = false
      clearTimeout(timer)
      window.removeEventListener('online', startUnlessSavingData)
    }
  }, [isRequested])
  return state
}
