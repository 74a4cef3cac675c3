import type { CropType } from '@kutu/contract/common'
import type { QualityWarning } from '@kutu/contract/detection'
import { useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { type Prepared, prepareDiagnosis } from '../../vision/on-device.ts'

/** A plant's analysis takes no more. */
export const mostLeaves = 6

/** A photo that was chosen; it is made ready to be sent while its farmer looks at it. */
export type ChosenLeaf = {
  id: string
  file: File
  ready: Promise<Prepared>
  /** What is wrong with it; null as long as nobody knows. */
  quality: QualityWarning[] | null
}

type Chosen = {
  leaves: readonly ChosenLeaf[]
  crop: CropType | null
  /** Whether a place for one more photo is open. */
  isAdding: boolean
  /** The Idempotency-Key: another choice is another analysis. */
  key: string
}

const nothing = (crop: CropType | null): Chosen => ({ leaves: [], crop, isAdding: false, key: newIdempotencyKey() })

function leafOf(file: File): ChosenLeaf {
  const ready = prepareDiagnosis(file)
  // Told when the photo is processed, not while it is looked at.
  ready.catch(() => undefined)
  return { id: newIdempotencyKey(), file, ready, quality: null }
}

/** The photos in the form, one leaf or several of one plant, and the crop. */
export function useChosenLeaves() {
  const [chosen, setChosen] = useState(() => nothing(null))
  const change = (changed: Partial<Chosen>) =>
    setChosen(current => ({ ...current, ...changed, key: newIdempotencyKey() }))

  function add(file: File) {
    const leaf = leafOf(file)
    setChosen(({ leaves, crop }) => ({ ...nothing(crop), leaves: [...leaves, leaf].slice(0, mostLeaves) }))
    const judge = ({ quality }: Prepared) =>
      setChosen(current => ({
        ...current,
        leaves: current.leaves.map(each => (each.id === leaf.id ? { ...each, quality } : each)),
      }))
    leaf.ready.then(judge, () => undefined)
  }
  const remove = (id: string, isAdding = false) =>
    change({ leaves: chosen.leaves.filter(leaf => leaf.id !== id), isAdding: isAdding && chosen.leaves.length > 1 })

  return {
    ...chosen,
    add,
    remove,
    /** Makes room for a better photo of the same leaf. */
    retake: (id: string) => remove(id, true),
    openPlace: () => setChosen(current => ({ ...current, isAdding: true })),
    closePlace: () => setChosen(current => ({ ...current, isAdding: false })),
    chooseCrop: (crop: CropType | null) => change({ crop }),
    clear: () => setChosen(nothing(null)),
  }
}
