import type { CropType, Language } from '@kutu/contract/common'
import type { TrainingImage, TrainingLabel } from '@kutu/contract/training-images'
import type { Lesson } from '@kutu/vision/node'
import type { App } from '../context.ts'
import { write } from '../db/write.ts'
import { refusingBadPhotos } from '../detection/refusals.ts'
import { contentHash } from '../files/files.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { addImage } from './images.ts'
import { showImage } from './own-images.ts'

/** How an answer is to be told. */
export type Asked = { language: Language; address: URL }
/** What the network makes of the bytes of this hash. */
export type Studied = { sourceHash: string; lesson: Lesson }

/**
 * Looks at a photo to learn from. Takes a while, so it comes before the transaction that keeps it.
 * @throws Refusal not_a_leaf, unsupported_type, image_unreadable, image_too_large, overloaded
 */
export async function studyUpload(app: App, bytes: Uint8Array): Promise<Studied> {
  const lesson = await refusingBadPhotos(app.vision.study(bytes))
  if (!lesson.detection.isLeaf) throw refuse('not_a_leaf')
  return { sourceHash: contentHash(bytes), lesson }
}

type Given = { studied: Studied; label: TrainingLabel; cropType: CropType | undefined } & Asked

/** @throws Refusal duplicate_image when the caller sent the same photo before */
export async function addUpload(
  app: App,
  caller: Caller,
  { studied, label, cropType, ...asked }: Given,
): Promise<TrainingImage> {
  const id = await write(app, tx =>
    addImage(app, tx, {
      from: { userId: caller.id, votes: true },
      origin: 'upload',
      ...studied,
      label,
      cropType: cropType ?? null,
    }),
  )
  return showImage(app, caller, { id, ...asked })
}
