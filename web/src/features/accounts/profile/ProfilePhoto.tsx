import type { User } from '@kutu/contract/accounts/accounts'
import { VisionError } from '@kutu/vision/vision-error'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Dropzone } from '../../../ui/media/Dropzone.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

/** Uploads or removes the user's photo. The server crops it to a square. */
export function ProfilePhoto({ user }: { user: User }) {
  const { t } = useTranslation()
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const headingRef = useRef<HTMLDivElement>(null)
  const saveUser = (updatedUser: User) => {
    storeUser(updatedUser)
    headingRef.current?.focus()
  }
  const upload = useMutation({
    mutationFn: async (file: File) => {
      // Loaded on demand: most visitors of this screen do not change their photo.
      const { prepareUpload } = await import('../../../vision/worker-client.ts').catch(() => {
        throw new Error(t('error.part_missing'))
      })
      return callApi('POST /api/account/photo/', { files: [await prepareUpload(file)], onProgress: setProgress })
    },
    onMutate: () => setError(undefined),
    onSuccess: updatedUser => {
      saveUser(updatedUser)
      showSuccess(t('profile.photo_kept'))
    },
    onError: cause =>
      setError(cause instanceof VisionError && cause.code !== 'overloaded' ? t(`upload.${cause.code}`) : cause.message),
    onSettled: () => setProgress(undefined),
  })
  const [isAsking, setAsking] = useState(false)
  const isBusy = upload.isPending
  return (
    <Card title={t('profile.photo')}>
      <div ref={headingRef} tabIndex={-1} className="flex items-center gap-4">
        {user.photo && (
          <img
            src={user.photo}
            alt={t('profile.photo_of', { name: user.username })}
            className="size-20 shrink-0 rounded-full border border-line object-cover"
          />
        )}
        <p className="text-muted">{t(user.role === 'expert' ? 'profile.photo_lead_expert' : 'profile.photo_lead')}</p>
      </div>
      <Dropzone
        isSecondary
        isReduced
        label={t(user.photo ? 'profile.photo_other' : 'profile.photo_add')}
        file={upload.isPending ? upload.variables : null}
        onFile={file => file && upload.mutate(file)}
        {...{ error, progress, disabled: isBusy }}
      />
      {user.photo && (
        <Button variant="quiet" className="-ml-4 self-start" disabled={isBusy} onClick={() => setAsking(true)}>
          {t('upload.remove')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('profile.photo_remove_title')}
        confirmLabel={t('upload.remove')}
        onConfirm={async () => {
          saveUser(await callApi('DELETE /api/account/photo/'))
          return t('profile.photo_removed')
        }}
      >
        <p>{t('profile.photo_remove_note')}</p>
      </ConfirmDialog>
    </Card>
  )
}
