import type { DiseaseCard } from '@kutu/advice/disease-card'
import type { GuidePhoto } from '@kutu/contract/training/guide-photos'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { useIsOnline } from '../../../api/offline/use-is-online.ts'
import { useUser } from '../../../api/session/session.ts'
import { formatMonth } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataSaverPhoto } from '../../../ui/media/DataSaverPhoto.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

/** Photos of the disease that farmers allowed and on which two experts agreed. Renders nothing while there is none. */
export function FarmersPhotos({ card }: { card: DiseaseCard }) {
  const { t } = useTranslation()
  const [photos, remove] = useGuidePhotos(card.id)
  if (photos.length === 0) return null
  return (
    <section aria-labelledby="photos" className="flex flex-col gap-3 print:hidden">
      <h2 id="photos" className="text-xl">
        {t('article.photos')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map(photo => (
          <FarmersPhoto key={photo.id} photo={photo} card={card} onRemove={() => remove(photo.id)} />
        ))}
      </ul>
    </section>
  )
}

/** Public pages have no query client. Without a network there are no photos, which is no error of the article. */
function useGuidePhotos(card: string): [readonly GuidePhoto[], (id: string) => void] {
  const isOnline = useIsOnline()
  const [photos, setPhotos] = useState<readonly GuidePhoto[]>([])
  useEffect(() => {
    if (!isOnline) return
    const controller = new AbortController()
    callApi('GET /api/learn/{card}/photos/', { params: { card }, signal: controller.signal }).then(
      ({ results }) => setPhotos(results),
      () => undefined,
    )
    return () => controller.abort()
  }, [card, isOnline])
  return [photos, id => setPhotos(shown => shown.filter(photo => photo.id !== id))]
}

function FarmersPhoto({ photo, card, onRemove }: { photo: GuidePhoto; card: DiseaseCard; onRemove: () => void }) {
  const { t, language } = useTranslation()
  const user = useUser()
  const [isAsking, setAsking] = useState(false)
  const { id, image, district, month } = photo
  const origin = [district?.name, formatMonth(month)].filter(Boolean).join(', ')
  const canRemove = user?.role === 'admin' || (user?.role === 'expert' && user.is_approved)
  return (
    <li className="flex flex-col gap-1 first:nth-last-[3]:col-span-2 sm:first:nth-last-[3]:col-span-1">
      <DataSaverPhoto
        src={`${image}&size=small`}
        alt={t('article.photo_alt', { title: card.title[language], origin })}
        loading="lazy"
        className="aspect-square w-full rounded-lg object-cover"
      />
      <p className="text-sm text-muted">{origin}</p>
      {canRemove && (
        <Button variant="quiet" className="self-start" icon={Trash2} onClick={() => setAsking(true)}>
          {t('article.photo_remove')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('article.photo_remove_title')}
        cancelLabel={t('article.photo_keep')}
        confirmLabel={t('article.photo_remove')}
        onConfirm={async () => {
          await callApi('DELETE /api/learn/photos/{id}/', { params: { id } })
          onRemove()
          return t('article.photo_removed')
        }}
      >
        <p>{t('article.photo_remove_note')}</p>
      </ConfirmDialog>
    </li>
  )
}
