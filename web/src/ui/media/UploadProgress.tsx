import { useTranslation } from '../../i18n/use-translation.ts'

/** The progress of an upload, 0 to 1, as a bar and a percentage. */
export function UploadProgress({ progress }: { progress: number }) {
  const { t, percent } = useTranslation()
  return (
    <div className="flex w-full max-w-sm items-center gap-3">
      <progress
        aria-label={t('upload.progress')}
        max={1}
        value={progress}
        className="h-3 grow appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
      />
      <span aria-hidden="true" className="w-14 text-right">
        {percent(progress, 0)}
      </span>
    </div>
  )
}
