import { isConclusive } from '@kutu/contract/bands'
import type { PlantPhoto } from '@kutu/contract/detection'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Logo } from '../../../../ui/media/Logo.tsx'
import { ClassBadge } from '../../classes/ClassBadge.tsx'
import { getConfidenceBand } from '../confidence-band.ts'
import { HeatMapOverlay } from '../HeatMapOverlay.tsx'

/** Shows the result of each leaf of a plant. A leaf's class may differ from the plant's. */
export function PlantLeaves({ photos }: { photos: readonly PlantPhoto[] }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{t('plant.each_note')}</p>
      <ol className="grid gap-4 sm:grid-cols-2">
        {photos.map(photo => (
          <Leaf key={photo.position} photo={photo} />
        ))}
      </ol>
    </div>
  )
}

function Leaf({ photo }: { photo: PlantPhoto }) {
  const { t, percent } = useTranslation()
  const { position, image, heatmap, rust_class: rustClass, confidence, band, quality, message } = photo
  const isSure = band !== null && isConclusive(band)
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line p-3">
      {image === null ? (
        <span className="flex h-24 items-center justify-center rounded-lg bg-sunken">
          <Logo className="size-14 opacity-60 grayscale" />
        </span>
      ) : (
        <HeatMapOverlay
          key={image}
          image={image}
          heatmap={isSure ? heatmap : null}
          alt={t('plant.photo', { position })}
          className="aspect-square rounded-lg"
        />
      )}
      <span className="font-bold">{t('plant.leaf', { position })}</span>
      {rustClass !== null && confidence !== null && band !== null && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ClassBadge rustClass={rustClass} />
          <span>
            {t(`answer.band.${getConfidenceBand(band)}`)} · {percent(confidence)}
          </span>
        </span>
      )}
      {message !== null && <span>{message}</span>}
      {quality.map(warning => (
        <span key={warning} className="text-sm text-amber-ink">
          {t(`quality.${warning}`)}
        </span>
      ))}
    </li>
  )
}
