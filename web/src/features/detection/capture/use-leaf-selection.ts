import type { StatedCropType } from '@kutu/contract/common'
import type { AnalysisInput } from '@kutu/contract/detection'
import { parseStatedCrop } from '@kutu/vision/inference/crop'
import { useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import type { PreparedPhoto } from '../../../vision/worker-client.ts'
import { statedCropTypes } from '../crops.ts'
import { startDiagnosis } from './device-analysis.ts'
import { prepareLeaf, type SelectedLeaf } from './leaf-photo.ts'

/** The maximum number of photos in one plant analysis. */
export const maxLeaves = 6

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
    setSelection(({ leaves, input }) => ({ ...createSelection(input), leaves: [...leaves, leaf].slice(0, maxLeaves) }))
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
