import { isConclusive } from '@kutu/contract/bands'
import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Diamond, TrendingDown, TrendingUp } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { ClassShape } from '../classes/ClassShape.tsx'
import { findCrop } from '../crops.ts'
import { AnalysisThumbnail } from '../history/AnalysisThumbnail.tsx'
import { diaryQuery } from '../queries.ts'

const analysesPath = '/account/addresses/image-analysis'
const maxPlants = 3

/** The latest photos of each plant or crop beside each other, and how their spots change. A newcomer sees drawn leaves. */
export function PlantDiary({ className }: { className?: string }) {
  const { t, listCount } = useTranslation()
  const titleId = useId()
  const { data, error, isPending, isFetching, refetch } = useQuery(diaryQuery())
  // Without the title, which would move when the panel above gets its height.
  if (isPending) return <SkeletonList count={2} className="h-32 w-full" />
  const plants = groupByPlant(data?.results ?? []).slice(0, maxPlants)
  const shownCount = plants.reduce((sum, { photos }) => sum + photos.length, 0)
  return (
    <section aria-labelledby={titleId} className={clsx('flex min-w-0 flex-col gap-3', className)}>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="text-xl">
          {t('field.title')}
        </h2>
        {data && data.count > shownCount && (
          <TextLink to={`${analysesPath}#history`}>
            {t('field.all', { count: listCount(data.count, data.count_is_capped) })}
          </TextLink>
        )}
      </div>
      {!data && error && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.count === 0 && <DrawnDiary />}
      {plants.map(plant => (
        <PlantWeeks key={plant.id} plant={plant} />
      ))}
    </section>
  )
}

/** A row of photos that scrolls sideways, newest first, below the latest answer. */
function PlantWeeks({ plant: { isOnePlant, crop, photos, trend } }: { plant: Plant }) {
  const { t, shortDate } = useTranslation()
  const titleId = useId()
  const [newest] = photos
  const name = crop ? t(`crop.${crop}`) : t('field.plant.OTHER')
  const getName = (analysis: Analysis) => {
    if (!isConclusive(analysis.band)) return t('field.unsure')
    const { rust_class, educational_resources: articles } = analysis
    // The article names the disease, so that the home screen loads no disease cards.
    return (rust_class === 'healthy' ? undefined : articles[0]?.title) ?? t(`class.${rust_class}`)
  }
  const TrendIcon = trend?.change === 'fewer_spots' ? TrendingDown : TrendingUp
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 leading-snug">
        <h3 id={titleId}>{isOnePlant && crop ? t('field.one_plant', { crop: name }) : name}</h3>
        <p className="flex items-center gap-2 text-sm">
          <AnswerShape analysis={newest} />
          {getName(newest)}
        </p>
        {trend && (
          <p className="flex items-center gap-1 text-sm font-bold">
            <TrendIcon aria-hidden="true" className="size-4 shrink-0" />
            {t(`field.${trend.change}`, { date: shortDate(trend.since) })}
          </p>
        )}
      </div>
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        {photos.map(photo => (
          <li key={photo.id}>
            <Link
              to={`${analysesPath}/${photo.id}`}
              aria-label={`${getName(photo)}, ${shortDate(photo.uploaded_at)}`}
              className="flex flex-col gap-1 rounded-md text-xs hover:underline"
            >
              <AnalysisThumbnail key={photo.image} src={photo.image} className="size-20 sm:size-24" />
              <span className="flex items-center gap-1">
                <AnswerShape analysis={photo} />
                <time dateTime={photo.uploaded_at}>{shortDate(photo.uploaded_at)}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AnswerShape({ analysis }: { analysis: Analysis }) {
  return isConclusive(analysis.band) ? (
    <ClassShape rustClass={analysis.rust_class} className="size-4" />
  ) : (
    <Diamond aria-hidden="true" className="size-4 shrink-0 fill-current text-amber" />
  )
}

const drawnWeeks = [
  { plateId: 'beans-rust', view: 'late' },
  { plateId: 'beans-rust', view: 'early' },
  { plateId: 'beans-healthy', view: 'late' },
] as const

/** Shows a newcomer with drawn leaves what photos of the same plant will show. */
function DrawnDiary() {
  const { t, number } = useTranslation()
  return (
    <>
      <ul className="grid grid-cols-3 gap-2 lg:grid-cols-1 lg:gap-4">
        {drawnWeeks.map((plate, index) => (
          <li key={plate.plateId + plate.view} className="flex flex-col gap-1 text-center text-sm">
            <PlateDrawing {...plate} className="w-full rounded-md bg-leaf-tint px-1 py-4 lg:max-h-36" />
            {t('field.week', { week: number(index + 1) })}
          </li>
        ))}
      </ul>
      <p>{t('field.diary_hint')}</p>
    </>
  )
}

/** Photos of one plant, or of one crop, newest first, and how the spots of the plant have changed since an earlier one. */
type Plant = {
  id: string
  isOnePlant: boolean
  crop: CropType | undefined
  photos: readonly [Analysis, ...Analysis[]]
  trend: SpotTrend | null
}
type SpotTrend = { change: 'fewer_spots' | 'more_spots'; since: string }

/**
 * Groups photos by plant where the farmer has said that they show the same one, and all others by crop, so that who says
 * nothing has one row a crop. A crop that the farmer stated counts more than that of the answer. Spots are compared within a
 * plant only: fewer spots on another plant would say that a sick one recovers.
 * @param analyses newest first
 */
export function groupByPlant(analyses: readonly Analysis[]): Plant[] {
  const groups = new Map<string, [Analysis, ...Analysis[]]>()
  for (const analysis of analyses) {
    const { id, plant_id } = analysis
    const isOnePlant = plant_id !== null && analyses.some(other => other.plant_id === plant_id && other.id !== id)
    const key = isOnePlant ? plant_id : (getCrop(analysis) ?? '')
    const photos = groups.get(key)
    if (photos) photos.push(analysis)
    else groups.set(key, [analysis])
  }
  return [...groups].map(([id, photos]) => {
    const isOnePlant = id === photos[0].plant_id
    return { id, isOnePlant, crop: getCrop(photos[0]), photos, trend: isOnePlant ? findSpotTrend(photos) : null }
  })
}

const getCrop = (analysis: Analysis) => findCrop(analysis.crop_type) ?? findCrop(analysis.crop)

/** A smaller change of the affected area is within the error of its estimate (docs/model-card.md). */
const minChange = 0.1

/** Compares the newest photo with the one before, of the same disease. Null where one of them says too little. */
function findSpotTrend([newest, ...earlier]: readonly [Analysis, ...Analysis[]]): SpotTrend | null {
  const before = earlier.find(({ disease }) => disease === newest.disease)
  const [area, areaBefore] = [getUsableArea(newest), before && getUsableArea(before)]
  if (!before || area === null || areaBefore === null || areaBefore === undefined) return null
  if (Math.abs(area - areaBefore) < minChange) return null
  return { change: area < areaBefore ? 'fewer_spots' : 'more_spots', since: before.uploaded_at }
}

const getUsableArea = (analysis: Analysis): number | null =>
  analysis.quality.length === 0 && isConclusive(analysis.band) ? analysis.affected_area : null
