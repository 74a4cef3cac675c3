import { getFollowUp } from '@kutu/advice/follow-up'
import { isConclusive } from '@kutu/contract/bands'
import type { Analysis } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { Link } from 'wouter'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { findCrop } from '../crops.ts'
import { AnalysisThumbnail } from '../history/AnalysisThumbnail.tsx'
import { diaryQuery } from '../queries.ts'

/** Says what to do at the plants today, with the photo that shows why, and has the button that opens the camera. */
export function TodayPanel() {
  const { t } = useTranslation()
  const { title, note, photo } = useTodayLine()
  return (
    <section
      aria-label={t('field.today')}
      className="relative flex flex-col gap-4 overflow-hidden rounded-lg bg-forest p-4 text-snow sm:p-6"
    >
      {/* Reversed, so that in large letters the photo comes below the text, which then stays in its place. */}
      <div className="flex flex-wrap-reverse items-center gap-4">
        {photo && <AnalysisThumbnail key={photo} src={photo} className="size-20 sm:size-24" />}
        <div className="flex min-w-0 grow basis-[10rem] flex-col gap-1">
          <p className="text-lg leading-snug font-bold text-balance sm:text-xl">{title}</p>
          <p className="text-sm">{note}</p>
        </div>
      </div>
      {!photo && <PlateDrawing plateId="beans-rust" className="mx-auto -my-2 w-full max-w-sm" />}
      <Link
        to="/account/addresses/image-analysis"
        className="flex min-h-16 items-center justify-center gap-3 rounded-lg bg-sun px-4 py-3 text-lg font-bold text-night hover:bg-sun-press"
      >
        <Camera aria-hidden="true" className="size-7 shrink-0" />
        {t('action.check_leaf')}
      </Link>
    </section>
  )
}

type TodayLine = { title: string; note: string; photo?: string }

/** Returns when to look at which plants again; without such plants, a request for a photo. */
function useTodayLine(): TodayLine {
  const { t, shortDate } = useTranslation()
  const { data: photos } = useQuery(diaryQuery())
  const [newest] = photos?.results ?? []
  if (!photos || !newest) return { title: t('field.newcomer'), note: t('field.newcomer_note') }
  const next = findFollowUp(photos.results, getServerTime())
  const { image: photo, crop: cropName } = next?.analysis ?? newest
  const crop = findCrop(cropName)
  const plants = crop ? t(`field.crop.${crop}`) : t('field.plants')
  if (!next) {
    return isConclusive(newest.band)
      ? { title: t('field.ask'), note: t('field.ask_note'), photo }
      : { title: t('field.unsure_of', { plants }), note: t('field.unsure_note'), photo }
  }
  const { analysis, at, days, isOverdue } = next
  const found = t(`field.found.${analysis.rust_class}`, { date: shortDate(analysis.uploaded_at) })
  return {
    title: days === 0 ? t('field.look_now', { plants }) : t('field.look_on', { plants, date: shortDate(at) }),
    note: isOverdue ? `${found} ${t('field.not_since')}` : found,
    photo,
  }
}

/** The plants to look at next: `days` until then, 0 when it is due; overdue two weeks after the photo. */
type FollowUp = { analysis: Analysis; at: Date; days: number; isOverdue: boolean }

/**
 * Returns the follow-up that the newest photos ask for; null when none does. The newest photo of a crop decides about it:
 * an unsure answer asks for another photo instead. A sick crop comes before a healthy one, then the earlier date.
 * @param analyses newest first
 */
export function findFollowUp(analyses: readonly Analysis[], now: Date): FollowUp | null {
  const newestOfCrop = new Map<string | null, Analysis>()
  for (const analysis of analyses) if (!newestOfCrop.has(analysis.crop)) newestOfCrop.set(analysis.crop, analysis)
  const [next] = [...newestOfCrop.values()]
    .filter(({ band }) => isConclusive(band))
    .map(analysis => ({ analysis, at: getFollowUp(new Date(analysis.uploaded_at)) }))
    .filter(({ at }) => now.getTime() - at.getTime() <= seasonDays * dayMs)
    .sort((a, b) => Number(isHealthy(a.analysis)) - Number(isHealthy(b.analysis)) || a.at.getTime() - b.at.getTime())
  if (!next) return null
  const days = (next.at.getTime() - now.getTime()) / dayMs
  return { ...next, days: Math.max(0, Math.ceil(days)), isOverdue: days <= -7 }
}

const dayMs = 24 * 3600_000
/** A look that is later than this is of a crop that has been harvested. */
const seasonDays = 60

const isHealthy = ({ rust_class }: Analysis) => rust_class === 'healthy'
