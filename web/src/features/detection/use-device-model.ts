import { useEffect, useState } from 'react'
import { isModelKept, openModel } from '../../vision/on-device.ts'

export type DeviceModel = 'unknown' | 'fetching' | 'ready' | 'absent'

/** A weak network is tried again soon at first, then ever more seldom. */
const soonestMilliseconds = 4_000
const latestMilliseconds = 60_000

/** Fetches the model while the farmer looks for a leaf, so that this phone can answer by itself, also later and offline. */
export function useDeviceModel(): DeviceModel {
  const [state, setState] = useState<DeviceModel>('unknown')
  useEffect(() => {
    let isCurrent = true
    let wait = soonestMilliseconds
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (next: DeviceModel) => isCurrent && setState(next)
    const load = async () => {
      tell((await isModelKept()) ? 'unknown' : 'fetching')
      await openModel()
      tell((await isModelKept()) ? 'ready' : 'absent')
    }
    const start = () => {
      clearTimeout(timer)
      load().catch(() => {
        tell('absent')
        void later()
      })
    }
    // What came is kept, so each try brings more. A phone that has it all, or can keep nothing, would only try in vain.
    const later = async () => {
      if (!('caches' in window) || (await isModelKept()) || !isCurrent) return
      timer = setTimeout(start, wait)
      wait = Math.min(wait * 2, latestMilliseconds)
    }
    // Six megabytes are not taken from somebody who asked for thrift.
    if (isThrifty())
      void isModelKept().then(
        isKept => isKept && start(),
        () => tell('absent'),
      )
    else start()
    window.addEventListener('online', start)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      window.removeEventListener('online', start)
    }
  }, [])
  return state
}

const isThrifty = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true
