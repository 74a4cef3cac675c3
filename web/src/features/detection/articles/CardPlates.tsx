import { findCard } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PlateDrawing, type PlateView } from '../../../ui/plate/PlateDrawing.tsx'
import { PlateTriptych } from '../../../ui/plate/PlateTriptych.tsx'
import { findPlateId, findPlateIds, isHealthyPlate, type PlateId } from '../../../ui/plate/symptoms.ts'
import { findCrop } from '../crops.ts'

/** Shows the plate of a card; for a card about several diseases or crops, a smaller one of each with its name. */
export function CardPlates({ card }: { card: DiseaseCard }) {
  const { t, language } = useTranslation()
  const getName = usePlateName()
  const plateIds = findPlateIds(card.id)
  const [first] = plateIds
  if (first === undefined) return null
  if (plateIds.length === 1)
    return <PlateTriptych plateId={first} label={t('article.plate', { title: card.title[language] })} />
  const isHealthy = plateIds.every(isHealthyPlate)
  return (
    <ul className={isHealthy ? 'grid gap-4 sm:grid-cols-2' : 'grid max-w-md grid-cols-2 gap-2'}>
      {plateIds.map(plateId => {
        const name = getName(plateId)
        const label = t('article.plate', { title: name })
        return (
          <li key={plateId} className="flex flex-col gap-1">
            {isHealthy ? (
              <PlateTriptych plateId={plateId} label={label} />
            ) : (
              <PlateDrawing plateId={plateId} label={label} className="w-full rounded-lg bg-leaf-tint p-3" />
            )}
            {/* The label of the drawing has said the name already. */}
            <p aria-hidden="true" className="text-center text-sm text-muted">
              {name}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

/** Names the disease of a plate, or the crop of a healthy leaf. */
function usePlateName(): (plateId: PlateId) => string {
  const { t, language } = useTranslation()
  return plateId => {
    const card = findCard(plateId)
    if (card) return card.title[language]
    const crop = findCrop(plateId.split('-')[0] ?? null)
    return crop && isHealthyPlate(plateId) ? t(`crop.${crop}`) : ''
  }
}

/** A small drawing of a card, for a list where its name stands beside it. */
export function CardThumbnail({
  card,
  crop,
  view,
  className,
}: {
  card: DiseaseCard
  /** The crop to prefer where the card is about several. */
  crop: string | null
  view?: PlateView
  className: string
}) {
  const plateId = findPlateId(card.id, crop)
  return plateId === undefined ? null : <PlateDrawing plateId={plateId} view={view ?? 'late'} className={className} />
}
