import type { CropType } from '@kutu/contract/common'
import { VisionError } from '@kutu/vision/vision-error'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, OfflineError } from '../../api/errors.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { storedUser } from '../../api/session.ts'
import { say } from '../../text/say.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { prepareUpload } from '../../vision/on-device.ts'
import type { OutboxItem } from './outbox.ts'
import { type Answered, type Outcome, processPhoto } from './process-photo.ts'

type Phase = 'choosing' | 'sending' | 'analysing'
type Chosen = { photo: File | null; crop: CropType | null; key: string }

const choose = (photo: File | null, crop: CropType | null): Chosen => ({ photo, crop, key: newIdempotencyKey() })

async function itemOf(photo: File, { crop, key }: Chosen): Promise<OutboxItem> {
  const prepared = await prepareUpload(photo)
  const ownerId = storedUser()?.id ?? ''
  const takenAt = new Date().toISOString()
  return { key, ownerId, photo: prepared, name: prepared.name, crop, takenAt, answer: null, state: { kind: 'sending' } }
}

/** What to say of anything thrown on the way: the server's reason, the missing network, the photo's fault. */
function reasonOf(error: unknown): string {
  if (error instanceof OfflineError) return error.message
  if (error instanceof ApiError && error.message !== say('error.unreadable')) return error.message
  if (error instanceof VisionError && error.word !== 'overloaded') return say(`upload.${error.word}`)
  return say('upload_image.failed')
}

/** One photo from its choice to its answers: this phone's first, where it can, then the server's. */
export function usePhotoUpload(onAnswered: (answered: Answered) => void) {
  const { t } = useText()
  const client = useQueryClient()
  const [chosen, setChosen] = useState(() => choose(null, null))
  const [problem, setProblem] = useState<{ message: string; isNoLeaf: boolean }>()
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const phase: Phase = progress === undefined ? 'choosing' : progress < 1 ? 'sending' : 'analysing'

  function refuse(message: string, isNoLeaf = false) {
    setProblem({ message, isNoLeaf })
    showError(t('notice.error'), message)
  }
  function conclude(outcome: Outcome) {
    if (outcome.kind === 'no_leaf') return refuse(t('device.not_a_leaf'), true)
    if (outcome.kind === 'failed') {
      const { error } = outcome
      return refuse(reasonOf(error), error instanceof ApiError && error.is('not_a_leaf'))
    }
    if (outcome.kind === 'stopped') return
    if (outcome.kind === 'filed') showSuccess(t('notice.success'), t('upload_image.done'))
    else showSuccess(t('device.answered'), t('device.waiting'))
    setChosen(choose(null, null))
  }
  async function process(): Promise<void> {
    const { photo } = chosen
    if (photo === null) return refuse(t('upload_image.none'))
    const controller = new AbortController()
    const { signal } = controller
    const isCurrent = () => running.current === controller
    running.current = controller
    setProblem(undefined)
    setProgress(0)
    try {
      const item = await itemOf(photo, chosen)
      if (signal.aborted) return
      const onProgress = (share: number) => isCurrent() && !signal.aborted && setProgress(share)
      const asking = { client, signal, onProgress, onAnswered: (known: Answered) => isCurrent() && onAnswered(known) }
      conclude(await processPhoto(item, asking))
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      if (isCurrent()) setProgress(undefined)
    }
  }
  return {
    photo: chosen.photo,
    crop: chosen.crop,
    problem,
    progress,
    phase,
    process: () => void process(),
    stop: () => {
      running.current?.abort()
      setProgress(undefined)
    },
    choosePhoto: (photo: File | null) => {
      setProblem(undefined)
      setChosen(choose(photo, chosen.crop))
    },
    forgetProblem: () => setProblem(undefined),
    chooseCrop: (crop: CropType | null) => setChosen(choose(chosen.photo, crop)),
  }
}
