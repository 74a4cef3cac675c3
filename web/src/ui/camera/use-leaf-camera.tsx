import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { loadCatalogs } from '../../i18n/i18n.ts'

type CameraModule = typeof import('./LeafCamera.tsx')
let loadedModule: CameraModule | undefined

/** Loads the camera view for touch screens, so that a tap opens it at once. If that fails, the file inputs stay. */
async function preloadCamera(): Promise<void> {
  if (loadedModule || !('mediaDevices' in navigator) || !window.matchMedia('(pointer: coarse)').matches) return
  const [module] = await Promise.all([import('./LeafCamera.tsx'), loadCatalogs('camera')])
  loadedModule = module
}

/** Set once the view could not open the camera, or somebody preferred the phone's own. */
const phoneCameraItem = 'phoneCamera'

/**
 * Opens a camera view with the outline of a leaf in place of a file input with `capture`. The input opens as usual where the
 * browser gives no camera, and while the view is still loading.
 * @returns the handler for clicks on the input, and the view to render beside it
 */
export function useLeafCamera(
  onPhoto: (photo: File) => void,
  isOffered = true,
): {
  handleClick: (event: MouseEvent<HTMLInputElement>) => void
  view: ReactNode
} {
  const [input, setInput] = useState<HTMLInputElement>()
  useEffect(() => {
    if (isOffered) preloadCamera().catch(() => undefined)
  }, [isOffered])
  const close = () => setInput(undefined)
  return {
    handleClick: event => {
      if (!isOffered || !loadedModule || sessionStorage.getItem(phoneCameraItem)) return
      event.preventDefault()
      setInput(event.currentTarget)
    },
    view: input && loadedModule && (
      <loadedModule.LeafCamera
        onPhoto={photo => {
          close()
          onPhoto(photo)
        }}
        onClose={close}
        onPhoneCamera={() => {
          sessionStorage.setItem(phoneCameraItem, 'yes')
          close()
          input.click()
        }}
      />
    ),
  }
}
