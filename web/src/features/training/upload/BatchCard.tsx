import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { imageLimits } from '@kutu/contract/upload-limits'
import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { ApiError, OfflineError } from '../../../api/errors.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { validateImageFile } from '../../../ui/media/image-file.ts'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { type CropChoice, useLabelOptions } from '../labels.ts'
import { invalidateTraining, type Submission, submitImage } from '../queries.ts'
import { getSubmitErrorMessage } from './use-submission.ts'

/** A photo keeps its key, so that one whose reply was lost is not stored twice. */
type BatchItem = Submission & { key: string }

type Batch = {
  ownerId: string | undefined
  isSending: boolean
  left: readonly BatchItem[]
  rejected: readonly { key: string; text: string }[]
  sentCount: number
  problem: string | undefined
}
const emptyBatch: Batch = {
  ownerId: undefined,
  isSending: false,
  left: [],
  rejected: [],
  sentCount: 0,
  problem: undefined,
}

/** Lives as long as the tab, so that no photo is lost to a look at another screen. Another user gets an empty one. */
let batch = emptyBatch
const listeners = new Set<() => void>()
const currentBatch = (): Batch => (batch.ownerId === getStoredUser()?.id ? batch : emptyBatch)

function setBatch(change: (current: Batch) => Partial<Batch>): void {
  const current = currentBatch()
  batch = { ...current, ...change(current), ownerId: getStoredUser()?.id }
  if (batch.left.length > 0) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
  for (const listener of listeners) listener()
}

/** On every screen: a reload would lose the photos that are left. */
const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Submits many photos of one label. Each is a request of its own, so that a rejected one does not stop the others. */
export function BatchCard() {
  const { t, number } = useTranslation()
  const client = useQueryClient()
  const filesInput = useRef<HTMLInputElement>(null)
  const { labelOptions, cropOptions } = useLabelOptions()
  const [label, setLabel] = useState<TrainingLabel | null>(null)
  const [crop, setCrop] = useState<CropChoice>('none')
  const { isSending, left, rejected, sentCount, problem } = useSyncExternalStore(subscribe, currentBatch)

  /** Sends one photo after the other, and stops where the network or the server does not take any. */
  async function send() {
    setBatch(() => ({ isSending: true, problem: undefined }))
    for (let [item] = currentBatch().left; item; [item] = currentBatch().left) {
      const { key, file } = item
      const reject = (reason: string) =>
        setBatch(current => ({ rejected: [...current.rejected, { key, text: `${file.name}: ${reason}` }] }))
      const invalid = validateImageFile([file])
      try {
        if (invalid) reject(t(invalid))
        else {
          await submitImage(item, { idempotencyKey: key, onProgress: () => undefined })
          setBatch(current => ({ sentCount: current.sentCount + 1 }))
        }
      } catch (error) {
        if (isTemporary(error)) {
          setBatch(() => ({ problem: getSubmitErrorMessage(error) }))
          break
        }
        reject(getSubmitErrorMessage(error))
      }
      setBatch(current => ({ left: current.left.filter(each => each.key !== key) }))
    }
    setBatch(() => ({ isSending: false }))
    void invalidateTraining(client)
  }
  /** Photos that are left from before are sent first. */
  function start(files: readonly File[]) {
    if (label === null) return showError(t('teaching.no_label'))
    const added = files.map(file => ({ file, label, crop, key: newIdempotencyKey() }))
    setBatch(current => ({
      left: [...current.left, ...added],
      ...(current.left.length === 0 && { rejected: [], sentCount: 0 }),
    }))
    void send()
  }
  return (
    <CollapsibleCard title={t('batch.title')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label={t('batch.label_all')}
          placeholder={t('teaching.choose_label')}
          options={labelOptions}
          value={label}
          onChange={setLabel}
          disabled={isSending}
        />
        <Select
          label={t('batch.crop_all')}
          options={cropOptions}
          value={crop}
          onChange={setCrop}
          disabled={isSending}
        />
      </div>
      <Button
        variant="secondary"
        busy={isSending}
        icon={ImagePlus}
        className="self-start"
        onClick={() => filesInput.current?.click()}
      >
        {t('batch.choose')}
      </Button>
      <input
        ref={filesInput}
        type="file"
        accept={imageLimits.types.join(',')}
        multiple
        hidden
        aria-label={t('batch.choose')}
        onChange={({ currentTarget: input }) => {
          start([...(input.files ?? [])])
          // Choosing the same files again has to fire a change event.
          input.value = ''
        }}
      />
      {sentCount + rejected.length + left.length > 0 && (
        <p aria-live="polite" className="font-bold">
          {t('batch.summary', {
            sent: number(sentCount),
            refused: number(rejected.length),
            left: number(left.length),
          })}
        </p>
      )}
      {problem && (
        <Notice kind="warning" title={problem}>
          <Button variant="secondary" onClick={() => void send()}>
            {t('action.continue')}
          </Button>
        </Notice>
      )}
      <ul className="flex flex-col gap-1 wrap-anywhere empty:hidden">
        {rejected.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </CollapsibleCard>
  )
}

/** Decides whether the same request may succeed later. */
const isTemporary = (error: unknown): boolean =>
  error instanceof OfflineError ||
  (error instanceof ApiError &&
    ([401, 429].includes(error.status) || error.status >= 500 || error.is('request_in_progress')))
