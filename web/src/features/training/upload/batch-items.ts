import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import type { MessageKey } from '../../../i18n/catalogs.ts'
import { validateImageFile } from '../../../ui/media/image-file.ts'
import type { CropChoice } from '../labels.ts'

export const maxBatchSize = 200

type ItemState = 'ready' | 'waiting' | 'sending' | 'sent' | 'refused'

/** One photo of a batch. Its key stays as long as the same is sent, so that it arrives once however often it is tried. */
export type BatchItem = {
  key: string
  file: File
  label: TrainingLabel | null
  crop: CropChoice
  state: ItemState
  progress: number
  /** The server's sentence: what became of it, or why it was not taken. */
  message: string
  /** Sending it again may help: the server was too busy for it. */
  canRetry: boolean
}

export type ItemLabels = { label: TrainingLabel | null; crop: CropChoice }

/** Files a folder holds beside its photos, which nobody chose. */
const isHidden = ({ name }: File): boolean => name.startsWith('.') || name === 'Thumbs.db'

/**
 * The files as items behind those there are. One that is no photo stays on the list with the reason.
 * @returns how many found no place
 */
export function appendFiles(
  items: readonly BatchItem[],
  files: readonly File[],
  labels: ItemLabels,
  t: (
    key: Extract<MessageKey, `upload.${string}`> & ('upload.too_big' | 'upload.wrong_type' | 'upload.one_only'),
  ) => string,
): { items: readonly BatchItem[]; skippedCount: number } {
  const isDuplicate = (file: File) =>
    items.some(
      existing =>
        existing.file.name === file.name &&
        existing.file.size === file.size &&
        existing.file.lastModified === file.lastModified &&
        existing.file.webkitRelativePath === file.webkitRelativePath,
    )
  const newFiles = files.filter(file => !isHidden(file) && !isDuplicate(file))
  const acceptedFiles = newFiles.slice(0, Math.max(0, maxBatchSize - items.length))
  const newItems = acceptedFiles.map((file): BatchItem => {
    const refusal = validateImageFile([file])
    return {
      key: newIdempotencyKey(),
      file,
      ...labels,
      state: refusal ? 'refused' : 'ready',
      progress: 0,
      message: refusal ? t(refusal) : '',
      canRetry: false,
    }
  })
  return { items: [...items, ...newItems], skippedCount: newFiles.length - acceptedFiles.length }
}

/** Whether the label of an item may still be changed. */
export const isEditable = ({ state }: BatchItem): boolean => state === 'ready' || state === 'waiting'

/** A label given to all open items, or to one of them; what is sent then is something else, so it gets another key. */
export const relabelItems = (
  items: readonly BatchItem[],
  labels: Partial<ItemLabels>,
  isSelected: (item: BatchItem) => boolean = () => true,
): readonly BatchItem[] =>
  items.map(item => (isEditable(item) && isSelected(item) ? { ...item, ...labels, key: newIdempotencyKey() } : item))

export function countItems(items: readonly BatchItem[]) {
  const countStates = (...states: ItemState[]) => items.filter(({ state }) => states.includes(state)).length
  const [sent, refused, left] = [
    countStates('sent'),
    countStates('refused'),
    countStates('ready', 'waiting', 'sending'),
  ]
  return { sent, refused, left, done: sent + refused, all: items.length, sending: countStates('sending') }
}
