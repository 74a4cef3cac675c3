import type { CropType } from '@kutu/contract/common'
import type { QualityWarning } from '@kutu/contract/detection'
import { useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { type PreparedPhoto, prepareDiagnosis } from '../../../vision/worker-client.ts'

/** A plant's analysis takes no more. */
export const maxLeaves = 6

/** A photo that was chosen; it is made ready to be sent while its farmer looks at it. */
export type SelectedLeaf = {
  id: string
  file: File
  prepared: Promise<PreparedPhoto>
  /** What is wrong with it; null as long as nobody knows. */
  quality: QualityWarning[] | null
}

type LeafSelection = {
  leaves: readonly SelectedLeaf[]
  crop: CropType | null
  /** Whether a place for one more photo is open. */
  isAdding: boolean
  /** The Idempotency-Key: another choice is another analysis. */
  key: string
}

const createSelection = (crop: CropType | null): LeafSelection => ({
  leaves: [],
  crop,
  isAdding: false,
  key: newIdempotencyKey(),
})

function prepareLeaf(file: File): SelectedLeaf {
  const prepared = prepareDiagnosis(file)
  // Told when the photo is processed, not while it is looked at.
  prepared.catch(() => undefined)
  return { id: newIdempotencyKey(), file, prepared, quality: null }
}

/** The photos in the form, one leaf or several of one plant, and the crop. */
export function useLeafSelection() {
  const [selection, setSelection] = useState(() => createSelection(null))
  const update = (changes: Partial<LeafSelection>) =>
    setSelection(current => ({ ...current, ...changes, key: newIdempotencyKey() }))

  function add(file: File) {
    const leaf = prepareLeaf(file)
    setSelection(({ leaves, crop }) => ({ ...createSelection(crop), leaves: [...leaves, leaf].slice(0, maxLeaves) }))
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
    /** Makes room for a better photo of the same leaf. */
    retake: (id: string) => remove(id, true),
    startAdding: () => setSelection(current => ({ ...current, isAdding: true })),
    stopAdding: () => setSelection(current => ({ ...current, isAdding: false })),
    setCrop: (crop: CropType | null) => update({ crop }),
    clear: () => setSelection(createSelection(null)),
  }
}
