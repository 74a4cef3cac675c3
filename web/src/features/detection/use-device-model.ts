import { useEffect, useState } from 'react'
import { isModelKept, openModel } from '../../vision/on-device.ts'

export type DeviceModel = 'unknown' | 'fetching' | 'ready' | 'absent'

/** Fetches the model while the farmer looks for a leaf, so that this phone can answer by itself, also later and offline. */
export function useDeviceModel(): DeviceModel {
  const [state, setState] = useState<DeviceModel>('unknown')
  useEffect(() => {
    let isCurrent = true
    const tell = (next: DeviceModel) => isCurrent && setState(next)
    const load = async () => {
      tell((await isModelKept()) ? 'unknown' : 'fetching')
      await openModel()
      tell((await isModelKept()) ? 'ready' : 'absent')
    }
    const start = () => load().catch(() => tell('absent'))
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
