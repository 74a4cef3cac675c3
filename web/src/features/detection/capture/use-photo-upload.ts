import type { StatedCropType } from '@kutu/contract/common'
import type { Analysis, AnalysisInput, QualityWarning } from '@kutu/contract/detection'
import { maxPhotoAgeDays, maxPlantPhotos } from '@kutu/contract/upload-limits'
import { readExifTime } from '@kutu/vision/browser/exif-time'
import { parseStatedCrop } from '@kutu/vision/inference/crop'
import { VisionError } from '@kutu/vision/vision-error'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, OfflineError } from '../../../api/errors.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import {
  type DeviceAnswer,
  type ItemData,
  makeItem,
  type OutboxItem,
  type OutboxPhoto,
} from '../../../api/outbox/outbox-item.ts'
import { getItem, removeItem, updateItem } from '../../../api/outbox/outbox-store.ts'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useUser } from '../../../api/session/session.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import {
  getDeviceAnswer,
  isModelReady,
  type PreparedPhoto,
  prepareLeafPhoto,
  startDiagnosis,
} from '../../../vision/worker-client.ts'
import { statedCropTypes } from '../crops.ts'
import { submitPhotos } from '../outbox/send.ts'

type PhotoItem = OutboxItem<'photo'>

/**
 * An analysis in progress, of photos of one plant. `storedAnalysis` is the server's analysis and takes precedence over the
 * device's answer.
 */
export type AnalysisRun = { item: PhotoItem; storedAnalysis: Analysis | null; rejectionMessage: string | null }

type Phase = 'choosing' | 'sending' | 'analyzing'

/**
 * Holds the state of the upload form from selection to result. Only a farmer's photos are sent.
 * @param onUpdate called with the complete state on every change, possibly after the form is free again
 */
export function usePhotoUpload(onUpdate: (run: AnalysisRun) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isFarmer = useUser()?.role === 'farmer'
  const selection = useLeafSelection()
  const [failure, setFailure] = useState<{ message: string; isNotALeaf: boolean }>()
  const [progress, setProgress] = useState<number>()
  const controllerRef = useRef<AbortController>(undefined)
  const phase: Phase = progress === undefined ? 'choosing' : progress < 1 ? 'sending' : 'analyzing'

  function showFailure(message: string, isNotALeaf = false) {
    setFailure({ message, isNotALeaf })
    showError(message)
  }
  function finish(message: string) {
    showSuccess(message)
    selection.clear()
  }
  /** Returns the item to submit, or null when unread quality warnings must be shown first. */
  async function createItem(leaves: readonly [SelectedLeaf, ...SelectedLeaf[]]): Promise<PhotoItem | null> {
    const { photos, takenAt } = await collectPhotos(leaves)
    const hasUncheckedLeaves = leaves.some(({ quality }) => quality === null)
    if (hasUncheckedLeaves && photos.some(({ quality }) => quality.length > 0)) return null
    const { key, input } = selection
    return makeItem('photo', { photos, input, takenAt, answer: null }, key)
  }
  /** Runs the analysis on the device and on the server in parallel and shows each result as it arrives. */
  async function analyze(item: PhotoItem, signal: AbortSignal, isCurrent: () => boolean): Promise<void> {
    let run: AnalysisRun = { item, storedAnalysis: null, rejectionMessage: null }
    function update(changes: Partial<AnalysisRun>) {
      run = { ...run, ...changes }
      const hasAnswer = run.storedAnalysis !== null || run.item.data.answer !== null
      if (hasAnswer && !signal.aborted && isCurrent()) onUpdate(run)
    }
    const onProgress = (share: number) => isCurrent() && !signal.aborted && setProgress(share)
    const submitted = isFarmer ? submitPhotos(client, item, { signal, onProgress }) : null
    const deviceOutcome = addDeviceAnswer(item, !isFarmer).then(outcome => {
      if (isDeviceAnswer(outcome)) update({ item: withAnswer(item, outcome) })
      return outcome
    })
    const result = await submitted
    if (result?.kind === 'stopped') return
    if (result?.kind === 'answered') {
      update({ storedAnalysis: result.storedAnalysis })
      return finish(t('upload_image.done'))
    }
    if (result?.kind === 'refused') {
      update({ rejectionMessage: result.error.message })
      return showFailure(getUploadErrorMessage(result.error), result.error.is('not_a_leaf'))
    }
    // Without room for it in the outbox the photo stays in the form.
    const isQueued = isFarmer && (await getItem(item.key).catch(() => undefined)) !== undefined
    // From here on only the form waits for the device: the photo goes out without its answer.
    const outcome = await Promise.race([deviceOutcome, waitForAbort(signal)])
    if (outcome === 'no_leaf') {
      // The server would refuse it, too.
      if (isQueued) await removeItem(item.key)
      return showFailure(t('device.not_a_leaf'), true)
    }
    if (isQueued) return finish(t('outbox.queued'))
    if (signal.aborted) return
    if (result) return showFailure(getUploadErrorMessage(result.error))
    if (outcome) finish(t('upload_image.done'))
    else showFailure(t(navigator.onLine ? 'trial.unable' : 'trial.offline'))
  }
  async function submit(): Promise<void> {
    const [first, ...others] = selection.leaves
    if (first === undefined) return showFailure(t('upload_image.none'))
    const controller = new AbortController()
    const { signal } = controller
    const isCurrent = () => controllerRef.current === controller
    controllerRef.current = controller
    setFailure(undefined)
    setProgress(isFarmer ? 0 : 1)
    try {
      const item = await createItem([first, ...others])
      if (item === null || signal.aborted) return
      await analyze(item, signal, isCurrent)
    } catch (error) {
      showFailure(getUploadErrorMessage(error))
    } finally {
      if (isCurrent()) setProgress(undefined)
    }
  }
  const clearFailure = () => setFailure(undefined)
  return {
    selection,
    failure,
    progress,
    phase,
    clearFailure,
    submit: () => void submit(),
    cancel: () => {
      controllerRef.current?.abort()
      setProgress(undefined)
    },
  }
}

/** The device's answer; `no_leaf` when the model sees no leaf, null when it cannot run. */
type DeviceOutcome = DeviceAnswer | 'no_leaf' | null
const isDeviceAnswer = (outcome: DeviceOutcome): outcome is DeviceAnswer => outcome !== null && outcome !== 'no_leaf'

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * Gets the answer of the device, and stores it with the item in the outbox.
 * @param mayDownload false if the server answers while the device has no model
 */
async function addDeviceAnswer(
  { key, data: { photos, input } }: PhotoItem,
  mayDownload: boolean,
): Promise<DeviceOutcome> {
  try {
    if (!mayDownload && !(await isModelReady())) return null
    const blobs = photos.map(({ photo }) => photo)
    const answer = await getDeviceAnswer(blobs, parseStatedCrop(input.crop_type))
    if (answer === null) return 'no_leaf'
    await updateItem(key, item => withAnswer(item, answer)).catch(() => undefined)
    return answer
  } catch {
    return null
  }
}

const withAnswer = <Item extends OutboxItem>(item: Item, answer: DeviceAnswer): Item =>
  item.kind === 'photo' ? { ...item, data: { ...item.data, answer } } : item

/**
 * Returns the message to show for any error of an upload: the server's message, offline, or a problem with the photo.
 */
export function getUploadErrorMessage(error: unknown): string {
  if (error instanceof LeafError) return withLeafNumber(error.position, getUploadErrorMessage(error.cause))
  if (error instanceof OfflineError) return error.message
  if (error instanceof ApiError && error.message !== t('error.unreadable')) return getServerErrorMessage(error)
  if (error instanceof VisionError && error.code !== 'overloaded') return t(`upload.${error.code}`)
  return t('upload_image.failed')
}

/** With several photos the server names the failing one by a zero-based index: `images.2`. */
function getServerErrorMessage({ message, errors }: ApiError): string {
  const index = /^images\.(\d)$/.exec(errors[0]?.field ?? '')?.[1]
  return index === undefined ? message : withLeafNumber(Number(index) + 1, message)
}

const withLeafNumber = (position: number, message: string) => t('plant.problem', { position, problem: message })

/** A selected photo. Its preparation starts when it is added. */
export type SelectedLeaf = {
  id: string
  file: File
  prepared: Promise<PreparedPhoto>
  /** Read from the original: the prepared photo has no metadata. */
  takenAt: Promise<Date>
  /** Null until the quality check has finished. */
  quality: QualityWarning[] | null
}

function prepareLeaf(file: File): SelectedLeaf {
  const prepared = prepareLeafPhoto(file)
  // The error is reported on submit, when this promise is awaited again.
  prepared.catch(() => undefined)
  return { id: newIdempotencyKey(), file, prepared, takenAt: readTimeTaken(file), quality: null }
}

/** Longer than the largest EXIF data, which come first. */
const headBytes = 128 * 1024
const maxAgeMs = maxPhotoAgeDays * 24 * 3600_000

/**
 * Returns when a chosen photo was taken: by its EXIF data, else by the time of the file if that is within the last 30 days,
 * else now. Never in the future, nor more than 30 days back. The camera and the file have the clock of the device, so only
 * the age is theirs.
 */
async function readTimeTaken(file: File): Promise<Date> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  const taken = readExifTime(new Uint8Array(head))
  const age = Date.now() - (taken?.getTime() ?? file.lastModified)
  const isPlausible = taken !== null || age < maxAgeMs
  return new Date(getServerTime().getTime() - (isPlausible ? Math.min(Math.max(age, 0), maxAgeMs) : 0))
}

/** An error in one of several photos. `position` counts from 1. */
class LeafError extends Error {
  readonly position: number

  constructor(position: number, cause: unknown) {
    super(`Leaf ${position}`, { cause })
    this.name = 'LeafError'
    this.position = position
  }
}

/**
 * Waits until the photos of a plant are prepared and returns what is sent of them. They count for the time of the last one.
 * @throws VisionError for a single photo, LeafError for one of several
 */
async function collectPhotos(
  leaves: readonly [SelectedLeaf, ...SelectedLeaf[]],
): Promise<Pick<ItemData['photo'], 'photos' | 'takenAt'>> {
  const results = await Promise.allSettled(leaves.map(leaf => leaf.prepared))
  const photos = results.map((result, index): OutboxPhoto => {
    if (result.status === 'fulfilled') return { ...result.value, name: result.value.photo.name }
    throw leaves.length > 1 ? new LeafError(index + 1, result.reason) : result.reason
  })
  const times = await Promise.all(leaves.map(leaf => leaf.takenAt))
  const takenAt = new Date(Math.max(...times.map(time => time.getTime()))).toISOString()
  return { photos: photos as ItemData['photo']['photos'], takenAt }
}

type LeafSelection = {
  leaves: readonly SelectedLeaf[]
  /** The fields that are sent with the photos. */
  input: AnalysisInput
  /** True while the input for one more photo is open. */
  isAdding: boolean
  /** The Idempotency-Key. Every change of the selection gets a new one. */
  key: string
}

const createSelection = (input: AnalysisInput): LeafSelection => ({
  leaves: [],
  input,
  isAdding: false,
  key: newIdempotencyKey(),
})

/** Starts the diagnosis of a single photo with the crop as it is stated now. Its errors are reported on submit. */
function startEarly({ prepared }: SelectedLeaf, { crop_type: cropType }: AnalysisInput): void {
  prepared.then(({ photo }) => startDiagnosis([photo], parseStatedCrop(cropType))).catch(() => undefined)
}

const lastCropItem = 'lastCrop'

/** Starts with the crop that was stated last on this device: farmers mostly photograph the same one again. */
function getInitialInput(): AnalysisInput {
  const crop = statedCropTypes.find(crop => crop === localStorage.getItem(lastCropItem))
  return crop === undefined ? {} : { crop_type: crop }
}

/** Remembers the crop for the next photo. Signing out clears it with the rest of the storage. */
function storeLastCrop(crop: StatedCropType | undefined): void {
  if (crop === undefined) localStorage.removeItem(lastCropItem)
  else localStorage.setItem(lastCropItem, crop)
}

/** Holds the form's photos (one leaf, or several of one plant) and the fields that are sent with them. */
export function useLeafSelection() {
  const [selection, setSelection] = useState(() => createSelection(getInitialInput()))
  const update = (changes: Partial<LeafSelection>) =>
    setSelection(current => ({ ...current, ...changes, key: newIdempotencyKey() }))

  function add(file: File) {
    const leaf = prepareLeaf(file)
    // Several photos of a plant are diagnosed together, on submit.
    if (selection.leaves.length === 0) startEarly(leaf, selection.input)
    setSelection(({ leaves, input }) => ({
      ...createSelection(input),
      leaves: [...leaves, leaf].slice(0, maxPlantPhotos),
    }))
    const setQuality = ({ quality }: PreparedPhoto) =>
      setSelection(current => ({
        ...current,
        leaves: current.leaves.map(other => (other.id === leaf.id ? { ...other, quality } : other)),
      }))
    leaf.prepared.then(setQuality, () => undefined)
  }
  const remove = (id: string, isAdding = false) =>
    update({
      leaves: selection.leaves.filter(leaf => leaf.id !== id),
      isAdding: isAdding && selection.leaves.length > 1,
    })

  return {
    ...selection,
    add,
    remove,
    /** Removes a photo and opens the input for its replacement. */
    retake: (id: string) => remove(id, true),
    startAdding: () => setSelection(current => ({ ...current, isAdding: true })),
    stopAdding: () => setSelection(current => ({ ...current, isAdding: false })),
    setInput: (changes: AnalysisInput) => {
      if ('crop_type' in changes) storeLastCrop(changes.crop_type)
      const input = { ...selection.input, ...changes }
      const [leaf, ...others] = selection.leaves
      if (leaf && others.length === 0) startEarly(leaf, input)
      update({ input })
    },
    /** Removes the photos and keeps the other fields. */
    removeAll: () => update({ leaves: [], isAdding: false }),
    clear: () => setSelection(createSelection(getInitialInput())),
  }
}
