// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadCatalogs } from '../../i18n/i18n.ts'
import '../../testing/api-server.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { Dropzone } from '../media/Dropzone.tsx'

const stopTrack = vi.fn()
const track = Object.assign(new EventTarget(), { stop: stopTrack })
const makeStream = () => Object.assign(new MediaStream(), { getTracks: () => [track], getVideoTracks: () => [track] })
const getUserMedia = vi.fn<typeof navigator.mediaDevices.getUserMedia>()
/** Clicks on a file input that nothing prevents: the phone's own camera opens. */
const phoneCamera = vi.fn()
const onFile = vi.fn<(file: File | null) => void>()

function listenForPhoneCamera(event: MouseEvent) {
  if (event.target instanceof HTMLInputElement && !event.defaultPrevented) phoneCamera()
}

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  vi.stubGlobal('navigator', Object.assign(navigator, { mediaDevices: { getUserMedia }, userActivation: undefined }))
  getUserMedia.mockImplementation(async () => makeStream())
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const context = { drawImage: () => undefined, getImageData: () => 'pixels' }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  document.addEventListener('click', listenForPhoneCamera)
})
afterEach(() => {
  document.removeEventListener('click', listenForPhoneCamera)
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

async function openCamera() {
  const { user } = await renderScreen(<Dropzone hasLeafCamera label="Leaf" file={null} onFile={onFile} />)
  // The view and its texts are loaded on demand; until then the phone's own camera opens.
  await Promise.all([import('./LeafCamera.tsx'), loadCatalogs('camera')])
  await new Promise(resolve => setTimeout(resolve))
  await user.click(screen.getByRole('button', { name: 'Take a photo' }))
  return user
}

/** Tells the view that the camera gives pictures. */
async function showPicture(width = 1200, height = 1600) {
  const video = await vi.waitUntil(() => document.querySelector('video'))
  Object.defineProperties(video, { videoWidth: { value: width }, videoHeight: { value: height } })
  fireEvent.loadedMetadata(video)
}

// First, because the view stays loaded once it is.
it('leaves the file input to a browser without access to cameras', async () => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  await openCamera()
  expect(phoneCamera).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows the rear camera with an outline, gives the picture as a JPEG, and switches the camera off', async () => {
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback, type = '') => {
    callback(new Blob(['pixels'], { type }))
  })
  const user = await openCamera()
  expect(screen.getByRole('dialog', { name: 'Photograph one leaf' })).toBeTruthy()
  expect(screen.getByText('Opening the camera…')).toBeTruthy()
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ video: { facingMode: 'environment' } })
  await user.click(screen.getByRole('button', { name: 'Take the photo' }))
  expect(toBlob).not.toHaveBeenCalled()
  await showPicture()
  expect(await screen.findByText('Fill the outline with one leaf.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take the photo' }))
  await vi.waitUntil(() => onFile.mock.calls.length > 0)
  expect(onFile.mock.calls[0]?.[0]).toMatchObject({ name: 'leaf.jpg', type: 'image/jpeg' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(stopTrack).toHaveBeenCalled()
  expect(phoneCamera).not.toHaveBeenCalled()
})

it('takes one photo where somebody taps twice', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback, type = '') => {
    setTimeout(() => callback(new Blob(['pixels'], { type })))
  })
  await openCamera()
  await showPicture()
  const shutter = screen.getByRole('button', { name: 'Take the photo' })
  fireEvent.click(shutter)
  fireEvent.click(shutter)
  await vi.waitUntil(() => onFile.mock.calls.length > 0)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(onFile).toHaveBeenCalledTimes(1)
})

it('says what to change once two frames in a row agree, and never takes the photo by itself', async () => {
  const hints = ['too_dark', 'too_far', 'too_far', 'too_far', null, null, null]
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage({ id, type }: { id: number; type: string }) {
        const data = { id, type, hint: hints.shift() ?? null }
        this.dispatchEvent(new MessageEvent('message', { data }))
      }
      terminate = () => undefined
    },
  )
  await openCamera()
  await showPicture()
  expect(await screen.findByText('Come closer')).toBeTruthy()
  expect(await screen.findByText('Good. Take the photo.')).toBeTruthy()
  await vi.waitUntil(() => hints.length === 0)
  expect(onFile).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

it('closes without a photo and switches the camera off', async () => {
  const user = await openCamera()
  await showPicture()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(stopTrack).toHaveBeenCalled()
  expect(onFile).not.toHaveBeenCalled()
})

it('opens the phone’s own camera at once when the browser gives none, and from then on', async () => {
  getUserMedia.mockRejectedValue(new DOMException('No permission', 'NotAllowedError'))
  Object.assign(navigator, { userActivation: { isActive: true } })
  const user = await openCamera()
  await vi.waitUntil(() => phoneCamera.mock.calls.length === 1)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take a photo' }))
  expect(phoneCamera).toHaveBeenCalledTimes(2)
  expect(getUserMedia).toHaveBeenCalledTimes(1)
})

it('offers the phone’s own camera when the tap is too long ago to open it, or another app takes the camera', async () => {
  const user = await openCamera()
  await showPicture()
  track.dispatchEvent(new Event('ended'))
  expect(await screen.findByText('Kutu cannot open the camera here.')).toBeTruthy()
  expect(phoneCamera).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Phone’s camera' }))
  expect(phoneCamera).toHaveBeenCalledTimes(1)
})
