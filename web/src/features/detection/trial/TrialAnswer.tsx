// @chunk none
import type { StatedCropType } from '@kutu/contract/common'
import { parseStatedCrop } from '@kutu/vision/inference/crop'
import { QueryClientProvider } from '@tanstack/react-query'
import { Bookmark, Camera } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { putItem } from '../../../api/outbox/outbox-store.ts'
import { getQueryClient } from '../../../api/query-client.ts'
import { noteSavedAnswer } from '../../../api/session/saved-answer.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { diagnoseOnDevice } from '../../../vision/worker-client.ts'
import { CropPicker } from '../capture/crop/CropPicker.tsx'
import { toDeviceAnswer } from '../capture/device-analysis.ts'
import { CurrentResult } from '../result/CurrentResult.tsx'

/** The answer of this phone to a visitor, with its full advice. The visitor may state the crop and save the answer. */
export function TrialAnswer({ item, onRestart }: { item: OutboxItem; onRestart: () => void }) {
  const { t } = useTranslation()
  const [answered, setAnswered] = useState(item)

  /** Answers again: the stated crop changes what the model expects. */
  async function changeCrop(crop: StatedCropType | null) {
    const input = crop === null ? {} : { crop_type: crop }
    try {
      const [{ photo }] = item.photos
      const answer = toDeviceAnswer(await diagnoseOnDevice(photo, parseStatedCrop(input.crop_type)))
      setAnswered({ ...item, input, answer: answer ?? item.answer })
    } catch {
      showError(t('notice.error'), t('trial.unable'))
    }
  }
  return (
    <QueryClientProvider client={getQueryClient(getStoredUser()?.id ?? '')}>
      <CurrentResult
        run={{ item: answered, record: null, rejectionMessage: null }}
        onRetake={onRestart}
        footnote={<SaveAnswer item={answered} />}
      />
      <Card>
        <CropPicker value={answered.input.crop_type ?? null} onChange={changeCrop} disabled={false} />
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
function SaveAnswer({ item }: { item: OutboxItem }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const userId = getStoredUser()?.id
  async function save() {
    try {
      // Somebody who is signed in already files it now: the outbox sends it behind sign-in.
      await putItem(userId === undefined ? item : { ...item, ownerId: userId })
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
