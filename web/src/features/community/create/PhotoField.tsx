import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FieldError } from '../../../ui/form/Field.tsx'
import { DataSaverPhoto } from '../../../ui/media/DataSaverPhoto.tsx'
import { Dropzone } from '../../../ui/media/Dropzone.tsx'
import type { PostAttachment } from './post-attachment.ts'

/**
 * Shows the attachment of a post: a file from the device, an analysis with its photo, or an uploaded photo.
 */
export function PhotoField({
  attachment,
  onAttachmentChange,
  onReject,
  error,
  progress,
  disabled,
}: {
  attachment: PostAttachment
  onAttachmentChange: (attachment: PostAttachment) => void
  onReject: () => void
  error: string | undefined
  progress: number | undefined
  disabled: boolean
}) {
  const { t } = useTranslation()
  const removePhoto = () => onAttachmentChange({ kind: 'none' })
  if (attachment.kind === 'analysis' || attachment.kind === 'uploaded') {
    return (
      <div className="flex flex-col gap-2">
        <AttachmentPreview attachment={attachment} disabled={disabled} onRemove={removePhoto} />
        {error && <FieldError>{error}</FieldError>}
      </div>
    )
  }
  return (
    <Dropzone
      isSecondary
      isReduced
      label={`${t('make_post.photo')} (${t('field.optional')})`}
      file={attachment.kind === 'file' ? attachment.file : null}
      onFile={file => onAttachmentChange(file === null ? { kind: 'none' } : { kind: 'file', file })}
      {...{ onReject, error, progress, disabled }}
    />
  )
}

function AttachmentPreview({
  attachment,
  disabled,
  onRemove,
}: {
  attachment: Extract<PostAttachment, { kind: 'analysis' | 'uploaded' }>
  disabled: boolean
  onRemove: () => void
}) {
  const { t, dateTime } = useTranslation()
  const isAnalysis = attachment.kind === 'analysis'
  const image = isAnalysis ? attachment.analysis.image : attachment.image
  return (
    <section
      aria-label={t(isAnalysis ? 'ask.title' : 'make_post.photo')}
      className="flex flex-wrap gap-4 rounded-lg border border-leaf bg-leaf-tint p-3"
    >
      <DataSaverPhoto
        src={image}
        alt={t(isAnalysis ? 'ask.photo' : 'make_post.photo')}
        className="size-24 shrink-0 rounded-md bg-sunken object-cover"
      />
      <div className="flex min-w-0 grow basis-[8rem] flex-col items-start gap-1">
        <p className="font-bold">{t(isAnalysis ? 'ask.title' : 'make_post.photo')}</p>
        {isAnalysis && (
          <p className="text-sm">
            {dateTime(attachment.analysis.uploaded_at)}. {t('ask.with')}
          </p>
        )}
        <Button variant="quiet" disabled={disabled} onClick={onRemove} className="-ml-4 text-left">
          {t(isAnalysis ? 'ask.leave_out' : 'upload.remove')}
        </Button>
      </div>
    </section>
  )
}
