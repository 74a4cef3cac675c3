import { defaultUploadSize } from '@kutu/vision/browser/upload-size'
import type { FrameHint } from '@kutu/vision/quality/frame-hint'
import { clsx } from 'clsx'
import { Check, Hand, type LucideIcon, Moon, Sun, X, ZoomIn } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { checkFrame } from '../../vision/worker-client.ts'
import { Button } from '../button/Button.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { autoFocusRef } from '../overlay/auto-focus.ts'

/** Photos are diagnosed at 512 px. A larger picture takes a small phone longer to give. */
const constraints: MediaStreamConstraints = {
  video: { facingMode: 'environment', width: { ideal: 1600 }, height: { ideal: 1200 } },
}
const checkIntervalMs = 350
/** Side of the square that is checked, in pixels. */
const frameSize = 320

const hintIcons: Record<FrameHint, LucideIcon> = {
  too_dark: Moon,
  too_bright: Sun,
  too_far: ZoomIn,
  too_blurred: Hand,
}

type Props = {
  onPhoto: (photo: File) => void
  onClose: () => void
  /** Opens the phone's own camera in place of this view. */
  onPhoneCamera: () => void
}

/** A full-screen camera view with the outline of a leaf, and a word about what to change before the photo is taken. */
export function LeafCamera({ onPhoto, onClose, onPhoneCamera }: Props) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  /** Width divided by height of the picture; undefined until there is one. */
  const [ratio, setRatio] = useState<number>()
  const [hasFailed, setFailed] = useState(false)
  const isLive = ratio !== undefined && !hasFailed
  const hint = useFrameHint(video, isLive)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  // A file input only opens shortly after a tap. After a long question for permission a button asks for another one.
  const handleFailure = useEffectEvent(() => (navigator.userActivation?.isActive ? onPhoneCamera() : setFailed(true)))
  useEffect(() => {
    let stream: MediaStream | undefined
    let isMounted = true
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function open() {
      stream = await navigator.mediaDevices.getUserMedia(constraints)
      if (!isMounted || !video.current) return stop()
      // A call or another app has taken the camera.
      stream.getVideoTracks()[0]?.addEventListener('ended', () => handleFailure())
      video.current.srcObject = stream
      await video.current.play()
    }
    open().catch(() => isMounted && handleFailure())
    return () => {
      isMounted = false
      stop()
    }
  }, [])

  /** A second tap while the picture is encoded takes no second photo. */
  const isCapturing = useRef(false)
  async function takePhoto() {
    if (!isLive || !video.current || isCapturing.current) return
    isCapturing.current = true
    const photo = await capturePhoto(video.current)
    isCapturing.current = false
    if (photo) onPhoto(photo)
  }
  const updateRatio = () => video.current && setRatio(video.current.videoWidth / video.current.videoHeight)
  return (
    <dialog
      ref={dialog}
      aria-label={t('camera.title')}
      onClose={onClose}
      className="m-0 size-full max-h-none max-w-none flex-col bg-night p-0 text-snow open:flex landscape:flex-row"
    >
      <button
        type="button"
        aria-label={t('action.close')}
        onClick={onClose}
        className="absolute top-1 right-1 z-1 flex size-12 items-center justify-center rounded-full bg-night/60"
      >
        <X aria-hidden="true" className="size-7" />
      </button>
      <div className="grid min-h-0 min-w-0 grow place-items-center [container-type:size]">
        <div
          hidden={!isLive}
          className="relative overflow-hidden"
          style={{ aspectRatio: ratio, width: `min(100cqw, ${ratio ?? 1} * 100cqh)` }}
        >
          <video
            ref={video}
            muted
            playsInline
            onLoadedMetadata={updateRatio}
            onResize={updateRatio}
            className="size-full"
          />
          <LeafOutline isFilled={hint === null} />
        </div>
        {hasFailed && (
          <div className="flex flex-col items-center gap-4 p-4 text-center">
            <p>{t('camera.failed')}</p>
            <Button size="large" variant="secondary" onClick={onPhoneCamera}>
              {t('camera.phone')}
            </Button>
          </div>
        )}
      </div>
      {!hasFailed && (
        <footer className="flex flex-col items-center justify-center gap-3 px-4 pt-3 pb-[env(safe-area-inset-bottom)] landscape:w-72">
          <p role="status" className="flex min-h-12 items-center text-center text-lg font-bold">
            {isLive ? (
              <HintWord hint={hint} />
            ) : (
              <span className="flex items-center gap-4">
                <Spinner />
                {t('camera.opening')}
              </span>
            )}
          </p>
          <button
            ref={autoFocusRef}
            type="button"
            aria-label={t('camera.shutter')}
            aria-disabled={!isLive}
            onClick={() => void takePhoto()}
            className="size-18 rounded-full border-4 border-night bg-sun outline-4 outline-snow active:bg-sun-press aria-disabled:opacity-50"
          />
          <button type="button" onClick={onPhoneCamera} className="min-h-12 px-4 text-sm underline underline-offset-4">
            {t('camera.phone')}
          </button>
        </footer>
      )}
    </dialog>
  )
}

/** Undefined until there is one, or where the phone cannot check frames; null when nothing needs to change. */
type ShownHint = FrameHint | null | undefined

function HintWord({ hint }: { hint: ShownHint }) {
  const { t } = useTranslation()
  if (hint === undefined) return t('camera.fill')
  const Icon = hint === null ? Check : hintIcons[hint]
  return (
    <span
      className={clsx(
        'flex min-h-12 items-center gap-2 rounded-[24px] px-4 py-1 text-night',
        hint === null ? 'bg-sun' : 'bg-snow',
      )}
    >
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      {t(hint === null ? 'camera.good' : `camera.${hint}`)}
    </span>
  )
}

/** A leaf in the central square of the picture, which is what the model sees. What is outside of it is darker. */
function LeafOutline({ isFilled }: { isFilled: boolean }) {
  const blade = 'M50 5C69 17 82 37 80 58 78 77 66 87 50 91 34 87 22 77 20 58 18 37 31 17 50 5Z'
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" className="absolute inset-0 size-full overflow-visible fill-none">
      <path d={`M-200-200H300V300H-200Z${blade}`} fillRule="evenodd" className="fill-night/30" />
      <path d={`${blade}M50 91V98`} className="stroke-night/60" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d={`${blade}M50 91V98`}
        className={isFilled ? 'stroke-sun' : 'stroke-snow'}
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeDasharray={isFilled ? undefined : '4 3'}
      />
    </svg>
  )
}

/** Checks a frame a few times a second while the page is in front. A word changes when two frames in a row agree. */
function useFrameHint(video: RefObject<HTMLVideoElement | null>, isLive: boolean): ShownHint {
  const [hint, setHint] = useState<ShownHint>()
  useEffect(() => {
    if (!isLive) return
    const canvas = document.createElement('canvas')
    canvas.width = frameSize
    canvas.height = frameSize
    const context = canvas.getContext('2d', { willReadFrequently: true })
    let timer: ReturnType<typeof setTimeout> | undefined
    let isMounted = true
    let previous: ShownHint
    async function check(): Promise<void> {
      if (!document.hidden && video.current && context) {
        const next = await checkFrame(readFrame(video.current, context))
        if (!isMounted) return
        if (next === previous) setHint(next)
        previous = next
      }
      schedule()
    }
    // Where frames cannot be checked the outline stays without a word.
    const schedule = () => {
      timer = setTimeout(() => check().catch(() => undefined), checkIntervalMs)
    }
    schedule()
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [video, isLive])
  return hint
}

/** Returns the central square, small. */
function readFrame(video: HTMLVideoElement, context: CanvasRenderingContext2D): ImageData {
  const { videoWidth: width, videoHeight: height } = video
  const side = Math.min(width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, frameSize, frameSize)
  return context.getImageData(0, 0, frameSize, frameSize)
}

/** Returns the picture at the size that is sent, as a JPEG without metadata; null if the browser has no memory for it. */
async function capturePhoto(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = video
  const { longSide, quality } = defaultUploadSize
  const scale = Math.min(1, longSide / Math.max(videoWidth, videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const jpeg = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
  return jpeg && new File([jpeg], 'leaf.jpg', { type: jpeg.type })
}
