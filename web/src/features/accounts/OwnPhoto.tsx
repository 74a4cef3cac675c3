import type { User } from '@kutu/contract/accounts'
import { VisionError } from '@kutu/vision/vision-error'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { storeUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { showSuccess } from '../../ui/toasts.ts'

/** The photo of the person, for who wants one: a square of its middle, seen in the top bar and, of an expert, by others. */
export function OwnPhoto({ user }: { user: User }) {
  const { t } = useText()
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const heading = useRef<HTMLDivElement>(null)
  const kept = (changed: User) => {
    storeUser(changed)
    heading.current?.focus()
  }
  const change = useMutation({
    mutationFn: async (file: File) => {
      // The screen stands without what reads photos, which most never need here.
      const { prepareUpload } = await import('../../vision/on-device.ts').catch(() => {
        throw new Error(t('error.part_missing'))
      })
      return call('POST /api/account/photo/', { files: [await prepareUpload(file)], onProgress: setProgress })
    },
    onMutate: () => setError(undefined),
    onSuccess: changed => {
      kept(changed)
      showSuccess(t('notice.success'), t('profile.photo_kept'))
    },
    onError: reason =>
      setError(
        reason instanceof VisionError && reason.word !== 'overloaded' ? t(`upload.${reason.word}`) : reason.message,
      ),
    onSettled: () => setProgress(undefined),
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/account/photo/'),
    onSuccess: kept,
    onError: reason => setError(reason.message),
  })
  const isBusy = change.isPending || remove.isPending
  return (
    <Card title={t('profile.photo')}>
      <div ref={heading} tabIndex={-1} className="flex items-center gap-4">
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
        calm
        label={t(user.photo ? 'profile.photo_other' : 'profile.photo_add')}
        file={change.isPending ? change.variables : null}
        onFile={file => file && change.mutate(file)}
        {...{ error, progress, disabled: isBusy }}
      />
      {user.photo && (
        <Button variant="quiet" className="-ml-4 self-start" disabled={isBusy} onClick={() => remove.mutate()}>
          {t('upload.remove')}
        </Button>
      )}
    </Card>
  )
}
