import type { StatedCropType } from '@kutu/contract/common'
import type { FieldAnswer } from '@kutu/contract/detection'
import { parseStatedCrop } from '@kutu/vision/inference/crop'
import { QueryClientProvider } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Bookmark, Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { makeItem, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { putItem } from '../../../api/outbox/outbox-store.ts'
import { getQueryClient } from '../../../api/query-client.ts'
import { noteSavedAnswer } from '../../../api/session/saved-answer.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { getDeviceAnswer } from '../../../vision/worker-client.ts'
import { CropPicker } from '../capture/crop/CropPicker.tsx'
import { CurrentResult } from '../result/CurrentResult.tsx'

/** The answer of this phone to a visitor, with its full advice. The visitor may state the crop and save the answer. */
export function TrialAnswer({ item, onRestart }: { item: OutboxItem<'photo'>; onRestart: () => void }) {
  const { t } = useTranslation()
  const [answered, setAnswered] = useState(item)
  const [answers, setAnswers] = useState<readonly FieldAnswer[]>([])
  /** The crop that the phone is answering for. */
  const [request, setRequest] = useState<{ crop: StatedCropType | null }>()
  const latestRequest = useRef<object>(undefined)

  /** Answers again: the stated crop changes what the model expects. Only the answer for the last one is shown. */
  async function changeCrop(crop: StatedCropType | null) {
    const newRequest = { crop }
    latestRequest.current = newRequest
    setRequest(newRequest)
    const input = crop === null ? {} : { crop_type: crop }
    const photos = item.data.photos.map(({ photo }) => photo)
    const answer = await getDeviceAnswer(photos, parseStatedCrop(input.crop_type)).catch(() => undefined)
    if (latestRequest.current !== newRequest) return
    setRequest(undefined)
    if (answer) setAnswered({ ...item, data: { ...item.data, input, answer } })
    else showError(t('notice.error'), t(answer === null ? 'trial.no_leaf' : 'trial.unable'))
  }
  return (
    <QueryClientProvider client={getQueryClient(getStoredUser()?.id ?? '')}>
      <div
        aria-busy={request !== undefined}
        inert={request !== undefined}
        className={clsx('flex flex-col gap-6', request && 'opacity-40')}
      >
        <CurrentResult
          run={{ item: answered, storedAnalysis: null, rejectionMessage: null }}
          onRetake={onRestart}
          onAnswers={setAnswers}
          footnote={<SaveAnswer item={answered} answers={answers} />}
        />
      </div>
      <Card>
        <CropPicker
          value={request ? request.crop : (answered.data.input.crop_type ?? null)}
          onChange={changeCrop}
          disabled={false}
        />
        <p role="status" className="flex items-center gap-3 rounded-lg bg-leaf-tint p-4 text-leaf-ink empty:hidden">
          {request && (
            <>
              <Spinner />
              {t('trial.looking')}
            </>
          )}
        </p>
        <Button
          size="large"
          variant="secondary"
          icon={<Camera aria-hidden="true" className="size-6 shrink-0" />}
          onClick={onRestart}
        >
          {t('upload_image.another')}
        </Button>
      </Card>
    </QueryClientProvider>
  )
}

/** Keeps the answer on this phone and leads to the sign-up, whose account files it. */
function SaveAnswer({ item, answers }: { item: OutboxItem<'photo'>; answers: readonly FieldAnswer[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const userId = getStoredUser()?.id
  async function save() {
    try {
      // Somebody who is signed in already files it now: the outbox sends it behind sign-in.
      const ownerId = userId ?? item.ownerId
      await putItem({ ...item, ownerId })
      if (answers.length > 0) {
        const data = { analysis: { itemKey: item.key }, answers: [...answers] }
        await putItem({ ...makeItem('answers', data, `${item.key}-answers`), ownerId })
      }
    } catch {
      return showError(t('notice.error'), t('trial.save_failed'))
    }
    if (userId === undefined) noteSavedAnswer()
    await navigate(userId === undefined ? '/auth/signup' : '/account/addresses/image-analysis')
  }
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <Button
        size="large"
        variant="secondary"
        wide
        icon={<Bookmark aria-hidden="true" className="size-6 shrink-0" />}
        onClick={save}
      >
        {t('trial.save')}
      </Button>
      <p className="text-sm text-muted">{t(userId === undefined ? 'trial.save_note' : 'trial.save_own_note')}</p>
    </div>
  )
}
