import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { SavedPhoto } from '../../ui/SavedPhoto.tsx'
import type { PostPhoto } from './post-photo.ts'

/** What stands with the words of a post: one photo from the device, an analysis with its photo, or what was sent before. */
export function PhotoField({
  photo,
  onPhoto,
  onRefused,
  error,
  progress,
  disabled,
}: {
  photo: PostPhoto
  onPhoto: (photo: PostPhoto) => void
  onRefused: () => void
  error: string | undefined
  progress: number | undefined
  disabled: boolean
}) {
  const { t } = useText()
  const leaveOut = () => onPhoto({ kind: 'none' })
  if (photo.kind === 'analysis' || photo.kind === 'kept') {
    return (
      <div className="flex flex-col gap-2">
        <Attached photo={photo} disabled={disabled} onLeaveOut={leaveOut} />
        {error && <FieldError>{error}</FieldError>}
      </div>
    )
  }
  return (
    <Dropzone
      calm
      label={`${t('make_post.photo')} (${t('field.optional')})`}
      file={photo.kind === 'file' ? photo.file : null}
      onFile={file => onPhoto(file === null ? { kind: 'none' } : { kind: 'file', file })}
      {...{ onRefused, error, progress, disabled }}
    />
  )
}

function Attached({
  photo,
  disabled,
  onLeaveOut,
}: {
  photo: Extract<PostPhoto, { kind: 'analysis' | 'kept' }>
  disabled: boolean
  onLeaveOut: () => void
}) {
  const { t, dateTime } = useText()
  const isAnalysis = photo.kind === 'analysis'
  const image = isAnalysis ? photo.analysis.image : photo.image
  return (
    <section
      aria-label={t(isAnalysis ? 'ask.title' : 'make_post.photo')}
      className="flex gap-4 rounded-lg border border-leaf bg-leaf-tint p-3"
    >
      <SavedPhoto
        src={image}
        alt={t(isAnalysis ? 'ask.photo' : 'make_post.photo')}
        className="size-24 shrink-0 rounded-md bg-sunken object-cover"
      />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-bold">{t(isAnalysis ? 'ask.title' : 'make_post.photo')}</p>
        {isAnalysis && (
          <p className="text-sm">
            {dateTime(photo.analysis.uploaded_at)}. {t('ask.with')}
          </p>
        )}
        <Button variant="quiet" disabled={disabled} onClick={onLeaveOut} className="-ml-4 text-left">
          {t(isAnalysis ? 'ask.leave_out' : 'upload.remove')}
        </Button>
      </div>
    </section>
  )
}
