import { useId } from 'react'
import { PlateDrawing } from './PlateDrawing.tsx'
import type { PlateId } from './symptoms.ts'

type Captions = { early: string; late: string; closeUp: string }

/** A plate of a field guide: the whole leaf at the late stage, and below it the early stage and the symptom from near. */
export function PlateTriptych({ plateId, label, captions }: { plateId: PlateId; label: string; captions: Captions }) {
  const id = useId()
  const captionClass = 'pt-1 text-center text-sm text-muted'
  return (
    <figure aria-label={label} className="grid w-full max-w-md grid-cols-2 gap-2 rounded-lg bg-leaf-tint p-3">
      <div className="col-span-2">
        <PlateDrawing plateId={plateId} id={id} label={`${label}, ${captions.late}`} className="w-full" />
        <p className={captionClass}>{captions.late}</p>
      </div>
      <div className="flex flex-col justify-between">
        <PlateDrawing plateId={plateId} view="early" sharedId={id} className="my-auto w-full" />
        <p className={captionClass}>{captions.early}</p>
      </div>
      <div>
        <PlateDrawing plateId={plateId} view="closeUp" sharedId={id} className="w-full rounded-md" />
        <p className={captionClass}>{captions.closeUp}</p>
      </div>
    </figure>
  )
}
