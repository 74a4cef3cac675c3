import { imageLimits } from '@kutu/contract/upload-limits'
import { clsx } from 'clsx'
import { Camera, ImagePlus, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { useLeafCamera } from '../camera/use-leaf-camera.tsx'
import { showError } from '../feedback/toasts.ts'
import { FieldError } from '../form/Field.tsx'
import { canReducePhotos, isHeic, validateImageFile, validateLargePhoto } from './image-file.ts'
import { UploadProgress } from './UploadProgress.tsx'
import { usePreviewUrl } from './use-preview-url.ts'

const accept = [...imageLimits.types, '.jpeg', '.jpg', '.png'].join(',')
/** On a desktop there is no camera button, so choosing a file is the primary action. */
const primaryOnDesktopClass =
  'pointer-fine:border-leaf-press pointer-fine:bg-leaf-press pointer-fine:text-white pointer-fine:hover:border-leaf-ink pointer-fine:hover:bg-leaf-ink'
const rejectedFileDisplayMs = 3000

type DropzoneProps = {
  label: string
  file: File | null
  onFile: (file: File | null) => void
  /** Called when a file is rejected. The error is already on screen. */
  onReject?: () => void
  /** The server's error about this photo. */
  error?: string | undefined
  /** Share sent, 0 to 1, during the upload. */
  progress?: number | undefined
  disabled?: boolean
  /** The photo is reduced before it is sent: a larger file is accepted. */
  isReduced?: boolean
  /** The photo is a secondary part of the screen: no button is primary. */
  isSecondary?: boolean
  /** On a phone the camera shows the outline of a leaf. */
  hasLeafCamera?: boolean
}

/**
 * Takes one photo: from the camera on a phone, from the file system or by drag and drop elsewhere. Rejected file names
 * disappear after 3 seconds.
 */
export function Dropzone({
  label,
  file,
  onFile,
  onReject,
  error,
  progress,
  disabled = false,
  isReduced = false,
  isSecondary = false,
  hasLeafCamera = false,
}: DropzoneProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isDragOver, setDragOver] = useState(false)
  const [problem, setProblem] = useState<{ message: string; isHeic: boolean }>()
  const [rejectedFiles, setRejectedFiles] = useState<readonly File[]>([])

  useEffect(() => {
    if (rejectedFiles.length === 0) return
    const timer = setTimeout(setRejectedFiles, rejectedFileDisplayMs, [])
    return () => clearTimeout(timer)
  }, [rejectedFiles])

  async function handleFiles(files: readonly File[]) {
    if (disabled || files.length === 0) return
    const canReduce = isReduced && canReducePhotos()
    const rejection =
      validateImageFile(files, canReduce) ?? (canReduce ? await validateLargePhoto(files[0]) : undefined)
    if (rejection !== undefined) return reject(files, t(rejection))
    setRejectedFiles([])
    setProblem(undefined)
    onFile(files[0] ?? null)
  }
  function reject(files: readonly File[], message: string) {
    setRejectedFiles(files)
    setProblem({ message, isHeic: files.some(isHeic) })
    onReject?.()
    showError(message)
  }
  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setDragOver(false)
    void handleFiles([...event.dataTransfer.files])
  }

  // The later one wins: a rejection clears the server's error, so an error that is set is newer.
  const shownError = error ?? problem?.message
  return (
    <div className="flex flex-col gap-2">
      <p id={`${id}-label`} className="font-bold">
        {label}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drop target of this shape in every browser */}
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={shownError ? `${id}-error` : undefined}
        onDragOver={event => {
          event.preventDefault()
          setDragOver(!disabled)
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={handleDrop}
        className={clsx(
          'flex flex-col items-center gap-4 rounded-lg border-2 border-dashed p-[min(1rem,5vw)] text-center transition-colors sm:p-6',
          isDragOver ? 'border-leaf bg-leaf-tint' : shownError ? 'border-rust bg-white' : 'border-edge bg-white',
        )}
      >
        {file ? (
          <SelectedPhoto
            {...{ file, progress, disabled }}
            onRemove={() => onFile(null)}
            onUnreadable={() => {
              onFile(null)
              reject([file], t('upload.image_unreadable'))
            }}
          />
        ) : (
          <PhotoButtons
            {...{ disabled, isSecondary, isReduced, hasLeafCamera }}
            onFiles={files => void handleFiles(files)}
          />
        )}
        {rejectedFiles.map((rejectedFile, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and they leave together
          <p key={index} className="max-w-full truncate text-sm text-rust-ink line-through">
            {rejectedFile.name}
          </p>
        ))}
      </div>
      {shownError && <FieldError id={`${id}-error`}>{shownError}</FieldError>}
      {shownError === problem?.message && problem?.isHeic && <p className="max-w-prose text-sm">{t('upload.heic')}</p>}
    </div>
  )
}

function PhotoButtons({
  disabled,
  isSecondary,
  isReduced,
  hasLeafCamera,
  onFiles,
}: {
  disabled: boolean
  isSecondary: boolean
  isReduced: boolean
  hasLeafCamera: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const { t } = useTranslation()
  const camera = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const leafCamera = useLeafCamera(photo => onFiles([photo]), hasLeafCamera)
  const handleFiles = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])])
    // Without this, choosing the same file again would fire no change event.
    input.value = ''
  }
  return (
    <>
      <div className="flex w-full flex-col items-stretch justify-center gap-2 sm:flex-row">
        <Button
          size={isSecondary ? 'normal' : 'large'}
          variant={isSecondary ? 'secondary' : 'primary'}
          disabled={disabled}
          icon={Camera}
          iconClass="size-7"
          onClick={() => camera.current?.click()}
          className="max-sm:px-3 pointer-fine:hidden"
        >
          {t('upload.camera')}
        </Button>
        <Button
          size={isSecondary ? 'normal' : 'large'}
          variant="secondary"
          disabled={disabled}
          icon={ImagePlus}
          iconClass="size-7"
          onClick={() => picker.current?.click()}
          className={isSecondary ? '' : `max-sm:px-3 ${primaryOnDesktopClass}`}
        >
          {t('upload.choose')}
        </Button>
      </div>
      <p className="text-sm text-muted">
        <span className="pointer-coarse:hidden">{t('upload.drop')} · </span>
        {t(isReduced && canReducePhotos() ? 'upload.limits_reduced' : 'upload.limits')}
      </p>
      <input
        ref={camera}
        type="file"
        accept={accept}
        capture="environment"
        hidden
        aria-label={t('upload.camera')}
        onClick={leafCamera.handleClick}
        onChange={event => handleFiles(event.currentTarget)}
      />
      <input
        ref={picker}
        type="file"
        accept={accept}
        multiple
        hidden
        aria-label={t('upload.choose')}
        onChange={event => handleFiles(event.currentTarget)}
      />
      {leafCamera.view}
    </>
  )
}

function SelectedPhoto({
  file,
  progress,
  disabled,
  onRemove,
  onUnreadable,
}: {
  file: File
  progress: number | undefined
  disabled: boolean
  onRemove: () => void
  /** Called when the browser cannot show the file. */
  onUnreadable: () => void
}) {
  const { t, bytes } = useTranslation()
  const url = usePreviewUrl(file)
  return (
    <div className="flex w-full flex-col items-center gap-3">
      {url && (
        <img
          src={url}
          alt={t('upload.preview')}
          onError={onUnreadable}
          className="max-h-80 max-w-full rounded-lg object-contain"
        />
      )}
      <div className="flex w-full items-center justify-center gap-2">
        <p className="min-w-0 truncate">
          {file.name} <span className="text-muted">({bytes(file.size)})</span>
        </p>
        <button
          type="button"
          aria-label={t('upload.remove')}
          disabled={disabled}
          onClick={onRemove}
          className="flex size-12 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink disabled:text-line"
        >
          <X aria-hidden="true" className="size-6" />
        </button>
      </div>
      {progress !== undefined && <UploadProgress progress={progress} />}
    </div>
  )
}
