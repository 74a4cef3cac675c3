import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { VisionError } from '@kutu/vision/vision-error'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, OfflineError } from '../../api/errors.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { storedUser } from '../../api/session.ts'
import { say } from '../../text/say.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { diagnoseHere, prepareUpload } from '../../vision/on-device.ts'
import { answerOf } from './device-answer.ts'
import { isFinal, sendItem, settleItem } from './file-analysis.ts'
import { changeItem, type DeviceAnswer, type OutboxItem, removeItem } from './outbox.ts'

type Phase = 'choosing' | 'sending' | 'analysing'
type Chosen = { photo: File | null; crop: CropType | null; key: string }
/** What this phone said; no_leaf when it sees none, and null when it cannot say. */
type Here = DeviceAnswer | 'no_leaf' | null

/** One photo and what is known of it so far; the record, once there, is the answer that counts. */
export type Answered = { item: OutboxItem; record: Analysis | null; refusal: string | null }

const choose = (photo: File | null, crop: CropType | null): Chosen => ({ photo, crop, key: newIdempotencyKey() })

const hasAnswer = (here: Here): here is DeviceAnswer => here !== null && here !== 'no_leaf'
const forget = ({ key }: OutboxItem): Promise<void> => removeItem(key).catch(() => undefined)

/** Whether somebody gave a reason: the server, or the missing network. */
const isSaid = (error: unknown): error is Error =>
  error instanceof OfflineError || (error instanceof ApiError && error.message !== say('error.unreadable'))

/** One photo from its choice to its answers: this phone's first, where it can, then the server's. */
export function usePhotoUpload(canAnswerHere: boolean, onAnswer: (answered: Answered) => void) {
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

  async function askHere(item: OutboxItem): Promise<Here> {
    if (!canAnswerHere) return null
    // Whatever ails this phone, the server may still answer.
    const diagnosis = await diagnoseHere(item.photo).catch(() => null)
    if (diagnosis === null) return null
    const answer = answerOf(diagnosis)
    if (answer !== null) await changeItem(item.key, { answer }).catch(() => false)
    return answer ?? 'no_leaf'
  }

  async function send(item: OutboxItem, signal: AbortSignal): Promise<void> {
    const here = askHere(item).then(answer => {
      if (hasAnswer(answer) && !signal.aborted) onAnswer({ item: { ...item, answer }, record: null, refusal: null })
      return answer
    })
    const known = async () => {
      const answer = await here
      return { ...item, answer: hasAnswer(answer) ? answer : null }
    }
    try {
      const record = await sendItem(client, item, { signal, onProgress: setProgress })
      const told = await known()
      await settleItem(told, record)
      showSuccess(t('notice.success'), t('upload_image.done'))
      setChosen(choose(null, null))
      onAnswer({ item: told, record, refusal: null })
    } catch (error) {
      if (signal.aborted) return forget(item)
      if (!isFinal(error)) return keepOrRefuse(item, await here, error)
      const told = await known()
      if (told.answer) onAnswer({ item: told, record: null, refusal: error.message })
      refuse(isSaid(error) ? error.message : t('upload_image.failed'), error.is('not_a_leaf'))
      return forget(item)
    }
  }

  /** The server was not reached. What this phone could answer waits for it; anything else stays in the form. */
  async function keepOrRefuse(item: OutboxItem, answer: Here, error: unknown): Promise<void> {
    if (hasAnswer(answer) && (await changeItem(item.key, { state: { kind: 'waiting' } }).catch(() => false))) {
      showSuccess(t('device.answered'), t('device.waiting'))
      setChosen(choose(null, null))
      return
    }
    await forget(item)
    if (answer === 'no_leaf') return refuse(t('device.not_a_leaf'), true)
    refuse(isSaid(error) ? error.message : t('upload_image.failed'))
  }

  async function process(): Promise<void> {
    const { photo, crop, key } = chosen
    if (photo === null) return refuse(t('upload_image.none'))
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setProgress(0)
    try {
      const prepared = await prepareUpload(photo)
      const ownerId = storedUser()?.id ?? ''
      const takenAt = new Date().toISOString()
      const state = { kind: 'sending' } as const
      if (controller.signal.aborted) return
      await send(
        { key, ownerId, photo: prepared, name: prepared.name, crop, takenAt, answer: null, state },
        controller.signal,
      )
    } catch (error) {
      refuse(
        error instanceof VisionError && error.word !== 'overloaded'
          ? t(`device.${error.word}`)
          : t('upload_image.failed'),
      )
    } finally {
      if (running.current === controller) setProgress(undefined)
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
