import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import type { MessageKey } from '../../../i18n/catalogs.ts'
import { validateImageFile } from '../../../ui/media/image-file.ts'
import type { CropChoice } from '../labels.ts'

export const maxBatchSize = 200

type ItemState = 'ready' | 'waiting' | 'sending' | 'sent' | 'refused'

/** One photo of a batch. The key changes only with the content, so that a retry is not stored twice. */
export type BatchItem = {
  key: string
  file: File
  label: TrainingLabel | null
  crop: CropChoice
  state: ItemState
  progress: number
  /** The server's message about the outcome. */
  message: string
  /** True if the error was temporary, so that a retry may succeed. */
  canRetry: boolean
}

export type ItemLabels = { label: TrainingLabel | null; crop: CropChoice }

/** Hidden files that a folder contains beside its photos. */
const isHidden = ({ name }: File): boolean => name.startsWith('.') || name === 'Thumbs.db'

/**
 * Appends the files as items. Invalid files become refused items with a reason. Hidden files and duplicates are left
 * out.
 * @returns the items, and the number of files over the limit
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

/** Returns whether the item's label can still be changed. */
export const isEditable = ({ state }: BatchItem): boolean => state === 'ready' || state === 'waiting'

/** Sets the labels of all editable items, or of the selected ones. They get new keys because their content changes. */
export const relabelItems = (
  items: readonly BatchItem[],
  labels: Partial<ItemLabels>,
  isSelected: (item: BatchItem) => boolean = () => true,
): readonly BatchItem[] =>
  items.map(item => (isEditable(item) && isSelected(item) ? { ...item, ...labels, key: newIdempotencyKey() } : item))

export function countItems(items: readonly BatchItem[]) {
  const countStates = (...states: ItemState[]) => items.filter(({ state }) => states.includes(state)).length
  const [sent, refused, remaining] = [
    countStates('sent'),
    countStates('refused'),
    countStates('ready', 'waiting', 'sending'),
  ]
  return { sent, refused, remaining, done: sent + refused, total: items.length, sending: countStates('sending') }
}
