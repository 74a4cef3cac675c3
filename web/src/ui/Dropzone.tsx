import { imageLimits } from '@kutu/contract/limits'
import { Camera, ImagePlus, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { Button } from './Button.tsx'
import { FieldError } from './Field.tsx'
import { isHeic, refusalOf } from './image-file.ts'
import { join } from './join.ts'
import { SendingBar } from './SendingBar.tsx'
import { showError } from './toasts.ts'
import { useThumbnail } from './use-thumbnail.ts'

const accept = [...imageLimits.types, '.jpeg', '.jpg', '.png'].join(',')
/** Without a camera button beside it, the way to choose is the main one. */
const loudWithMouse =
  'pointer-fine:border-leaf-press pointer-fine:bg-leaf-press pointer-fine:text-white pointer-fine:hover:border-leaf-ink pointer-fine:hover:bg-leaf-ink'
const refusedFileMilliseconds = 3000

type DropzoneProps = {
  label: string
  file: File | null
  onFile: (file: File | null) => void
  /** A file was chosen that will not do; the notice is already shown. */
  onRefused?: () => void
  /** What the server said about this photo. */
  error?: string | undefined
  /** Share sent, 0 to 1, while sending. */
  progress?: number | undefined
  disabled?: boolean
  /** The photo is not what the screen is about: its buttons leave the colour to another. */
  calm?: boolean
}

/** A place for one photo: camera first on a phone, chosen or dropped elsewhere. Refused files leave after 3 seconds. */
export function Dropzone({
  label,
  file,
  onFile,
  onRefused,
  error,
  progress,
  disabled = false,
  calm = false,
}: DropzoneProps) {
  const { t } = useText()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<{ message: string; isHeic: boolean }>()
  const [refused, setRefused] = useState<readonly File[]>([])

  useEffect(() => {
    if (refused.length === 0) return
    const timer = setTimeout(setRefused, refusedFileMilliseconds, [])
    return () => clearTimeout(timer)
  }, [refused])

  function take(files: readonly File[]) {
    if (disabled || files.length === 0) return
    const refusal = refusalOf(files)
    setRefused(refusal ? files : [])
    setProblem(refusal && { message: t(refusal), isHeic: files.some(isHeic) })
    if (refusal === undefined) return onFile(files[0] ?? null)
    onRefused?.()
    showError(t('notice.error'), t(refusal))
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }

  // The newer of the two speaks: a refusal made room for itself, so an error that stands came after it.
  const said = error ?? problem?.message
  return (
    <div className="flex flex-col gap-2">
      <p id={`${id}-label`} className="font-bold">
        {label}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drop target of this shape in every browser */}
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={said ? `${id}-error` : undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={join(
          'flex flex-col items-center gap-4 rounded-lg border-2 border-dashed p-4 text-center transition-colors sm:p-6',
          isOver ? 'border-leaf bg-leaf-tint' : said ? 'border-rust bg-white' : 'border-edge bg-white',
        )}
      >
        {file ? (
          <ChosenPhoto file={file} progress={progress} disabled={disabled} onRemove={() => onFile(null)} />
        ) : (
          <PhotoButtons {...{ disabled, calm }} onFiles={take} />
        )}
        {refused.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and they leave together
          <p key={at} className="max-w-full truncate text-sm text-rust-ink line-through">
            {each.name}
          </p>
        ))}
      </div>
      {said && <FieldError id={`${id}-error`}>{said}</FieldError>}
      {said === problem?.message && problem?.isHeic && <p className="max-w-prose text-sm">{t('upload.heic')}</p>}
    </div>
  )
}

function PhotoButtons({
  disabled,
  calm,
  onFiles,
}: {
  disabled: boolean
  calm: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const { t } = useText()
  const camera = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])])
    // So that choosing the same file again counts as a choice.
    input.value = ''
  }
  return (
    <>
      <div className="flex w-full flex-col items-stretch justify-center gap-2 sm:flex-row">
        <Button
          size={calm ? 'normal' : 'large'}
          variant={calm ? 'secondary' : 'primary'}
          disabled={disabled}
          icon={<Camera aria-hidden="true" className="size-7" />}
          onClick={() => camera.current?.click()}
          className="max-sm:px-3 pointer-fine:hidden"
        >
          {t('upload.camera')}
        </Button>
        <Button
          size={calm ? 'normal' : 'large'}
          variant="secondary"
          disabled={disabled}
          icon={<ImagePlus aria-hidden="true" className="size-7" />}
          onClick={() => chooser.current?.click()}
          className={calm ? '' : `max-sm:px-3 ${loudWithMouse}`}
        >
          {t('upload.choose')}
        </Button>
      </div>
      <p className="text-sm text-muted">
        <span className="pointer-coarse:hidden">{t('upload.drop')} · </span>
        {t('upload.limits')}
      </p>
      <input
        ref={camera}
        type="file"
        accept={accept}
        capture="environment"
        hidden
        aria-label={t('upload.camera')}
        onChange={event => take(event.currentTarget)}
      />
      <input
        ref={chooser}
        type="file"
        accept={accept}
        multiple
        hidden
        aria-label={t('upload.choose')}
        onChange={event => take(event.currentTarget)}
      />
    </>
  )
}

function ChosenPhoto({
  file,
  progress,
  disabled,
  onRemove,
}: {
  file: File
  progress: number | undefined
  disabled: boolean
  onRemove: () => void
}) {
  const { t, bytes } = useText()
  const url = useThumbnail(file)
  return (
    <div className="flex w-full flex-col items-center gap-3">
      {url && <img src={url} alt={t('upload.preview')} className="max-h-80 max-w-full rounded-lg object-contain" />}
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
      {progress !== undefined && <SendingBar progress={progress} />}
    </div>
  )
}
