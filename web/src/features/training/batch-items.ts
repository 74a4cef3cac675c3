import type { TrainingLabel } from '@kutu/contract/training-images'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import type { TextKey } from '../../text/catalogue.ts'
import { refusalOf } from '../../ui/image-file.ts'
import type { CropChoice } from './labels.ts'

export const mostInBatch = 200

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

export type Given = { label: TrainingLabel | null; crop: CropChoice }

/** Files a folder holds beside its photos, which nobody chose. */
const isHidden = ({ name }: File): boolean => name.startsWith('.') || name === 'Thumbs.db'

/**
 * The files as items behind those there are. One that is no photo stays on the list with the reason.
 * @returns how many found no place
 */
export function withFiles(
  items: readonly BatchItem[],
  files: readonly File[],
  given: Given,
  say: (
    key: Extract<TextKey, `upload.${string}`> & ('upload.too_big' | 'upload.wrong_type' | 'upload.one_only'),
  ) => string,
): { items: readonly BatchItem[]; leftOut: number } {
  const isThere = (file: File) =>
    items.some(
      each =>
        each.file.name === file.name &&
        each.file.size === file.size &&
        each.file.lastModified === file.lastModified &&
        each.file.webkitRelativePath === file.webkitRelativePath,
    )
  const wanted = files.filter(file => !isHidden(file) && !isThere(file))
  const taken = wanted.slice(0, Math.max(0, mostInBatch - items.length))
  const added = taken.map((file): BatchItem => {
    const refusal = refusalOf([file])
    return {
      key: newIdempotencyKey(),
      file,
      ...given,
      state: refusal ? 'refused' : 'ready',
      progress: 0,
      message: refusal ? say(refusal) : '',
      canRetry: false,
    }
  })
  return { items: [...items, ...added], leftOut: wanted.length - taken.length }
}

/** Whether the label of an item may still be changed. */
export const isOpen = ({ state }: BatchItem): boolean => state === 'ready' || state === 'waiting'

/** A label given to all open items, or to one of them; what is sent then is something else, so it gets another key. */
export const relabelled = (
  items: readonly BatchItem[],
  given: Partial<Given>,
  isMeant: (item: BatchItem) => boolean = () => true,
): readonly BatchItem[] =>
  items.map(item => (isOpen(item) && isMeant(item) ? { ...item, ...given, key: newIdempotencyKey() } : item))

export function countsOf(items: readonly BatchItem[]) {
  const of = (...states: ItemState[]) => items.filter(({ state }) => states.includes(state)).length
  const [sent, refused, left] = [of('sent'), of('refused'), of('ready', 'waiting', 'sending')]
  return { sent, refused, left, done: sent + refused, all: items.length, sending: of('sending') }
}
