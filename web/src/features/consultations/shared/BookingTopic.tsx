import type { Booking } from '@kutu/contract/consultations/consultations'
import { getThumbnailUrl } from '../../../api/photo-url.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SeenSigns } from '../../../ui/plate/SeenSigns.tsx'
import { crops } from '../slots/use-slot-filter.ts'

/** The topic of a booking, for both sides: the question, the leaf and its crop, and how to meet. Nothing for bookings without any. */
export function BookingTopic({ booking: { question, meeting, place, analysis } }: { booking: Booking }) {
  const { t } = useTranslation()
  const crop = crops.find(each => each.toLowerCase() === analysis?.crop)
  if (question === null && meeting === null && analysis === null) return null
  return (
    <div className="flex flex-wrap items-start gap-3">
      {analysis && (
        <a href={analysis.image} target="_blank" rel="noreferrer" className="shrink-0 rounded-md">
          <img
            src={getThumbnailUrl(analysis.image)}
            alt={t('book.leaf')}
            width={96}
            height={96}
            loading="lazy"
            className="size-24 rounded-md object-cover"
          />
        </a>
      )}
      <div className="min-w-0 grow basis-[10rem]">
        {question !== null && (
          <p dir="auto" className="text-start whitespace-pre-line wrap-anywhere">
            {question}
          </p>
        )}
        {crop && <p className="font-bold">{t(`crop.${crop}`)}</p>}
        {analysis && (
          <p className="flex flex-col text-sm">
            <SeenSigns answers={analysis.answers} />
          </p>
        )}
        {meeting !== null && (
          <p className="text-muted wrap-anywhere">
            {t(`book.meeting.${meeting}`)}
            {place !== null && ` · ${place}`}
          </p>
        )}
      </div>
    </div>
  )
}
