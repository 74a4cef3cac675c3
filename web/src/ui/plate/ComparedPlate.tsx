import type { PlateComparison } from '@kutu/contract/detection'
import { Link } from 'react-router'
import { PlateDrawing } from './PlateDrawing.tsx'
import { findPlateId } from './symptoms.ts'

/** Shows how a farmer compared a leaf with the drawing of a disease. The drawing leads to the article. */
export function ComparedPlate({
  comparison,
  crop,
  texts,
}: {
  comparison: PlateComparison
  crop: string | null
  texts: { like: string; unlike: string }
}) {
  const plateId = findPlateId(comparison.card, crop)
  if (plateId === undefined) return null
  return (
    <Link to={`/learn/${comparison.card}`} className="flex min-h-12 items-center gap-2 underline">
      <PlateDrawing plateId={plateId} view="closeUp" className="w-16 shrink-0 rounded-md bg-leaf-tint" />
      {comparison.looks_alike ? texts.like : texts.unlike}
    </Link>
  )
}
