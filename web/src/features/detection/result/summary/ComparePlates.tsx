import type { DiseaseCard } from '@kutu/advice/disease-card'
import type { Analysis, PlateComparison } from '@kutu/contract/detection'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { callApi } from '../../../../api/api-client.ts'
import { getErrorMessage } from '../../../../api/errors.ts'
import { useIsOnline } from '../../../../api/offline/use-is-online.ts'
import { getThumbnailUrl } from '../../../../api/photo-url.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { useTapToLoad } from '../../../../ui/media/DataSaverPhoto.tsx'
import { PlateDrawing } from '../../../../ui/plate/PlateDrawing.tsx'
import { findPlateId, type PlateId } from '../../../../ui/plate/symptoms.ts'
import { replaceAnalysis } from '../../queries.ts'
import { isAnswered } from '../confidence-band.ts'
import { findDiseaseCard } from '../disease-name.ts'
import { selectCandidates } from '../select-candidates.ts'

/** Shows a stored leaf beside the plate of its disease, or of both candidates, and asks if they look alike. */
export function ComparePlates({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (comparison: PlateComparison | null) =>
      callApi('PUT /analysis/rust-detection/{id}/comparison/', { params: { id: analysis.id }, body: { comparison } }),
    onSuccess: compared => replaceAnalysis(client, compared),
  })
  const plates = selectPlates(analysis)
  if (analysis.id === '' || plates.length === 0) return null
  // Replies that were stored by an earlier release have none.
  const current = analysis.comparison ?? null
  return (
    <section aria-labelledby="compare-plates" className="flex flex-col gap-3 print:hidden">
      <h3 id="compare-plates" className="text-lg font-bold">
        {t('compare.title')}
      </h3>
      <div className={clsx('grid gap-3', plates.length > 1 && 'lg:grid-cols-2')}>
        {plates.map(({ card, plateId }) => (
          <div key={card.id} className="flex flex-col gap-3 rounded-lg border border-line bg-white p-3">
            <Pair analysis={analysis} card={card} plateId={plateId} />
            <LikeButtons
              value={current?.card === card.id ? current.looks_alike : null}
              isDisabled={!isOnline || isPending}
              onChange={looksAlike => mutate(looksAlike === null ? null : { card: card.id, looks_alike: looksAlike })}
            />
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isOnline ? current !== null && !isPending && t('compare.stored') : t('compare.offline')}
      </p>
      {error && !isPending && <Notice kind="error">{getErrorMessage(error)}</Notice>}
    </section>
  )
}

/** Cards are about the crops that Kutu knows, and say nothing about a photo unlike those that it knows. */
function selectPlates(analysis: Analysis): { card: DiseaseCard; plateId: PlateId }[] {
  if (analysis.crop_type === 'OTHER' || analysis.band === 'unfamiliar') return []
  const cards = isAnswered(analysis) ? [findDiseaseCard(analysis) ?? []].flat() : selectCandidates(analysis)
  return cards.flatMap(card => {
    const plateId = findPlateId(card.id, analysis.crop)
    return plateId === undefined ? [] : [{ card, plateId }]
  })
}

function Pair({ analysis, card, plateId }: { analysis: Analysis; card: DiseaseCard; plateId: PlateId }) {
  const { t, language } = useTranslation()
  // With data saver on, the photo appears once it has been tapped above.
  const { needsTap } = useTapToLoad(analysis.image)
  const captionClass = 'pt-1 text-sm text-muted'
  return (
    <div className="grid grid-cols-2 gap-2">
      {!needsTap && (
        <figure>
          <img
            src={getThumbnailUrl(analysis.image)}
            alt=""
            loading="lazy"
            className="aspect-3/2 w-full rounded-md object-cover"
          />
          <figcaption className={captionClass}>{t('compare.yours')}</figcaption>
        </figure>
      )}
      <figure>
        <PlateDrawing plateId={plateId} view="closeUp" className="aspect-3/2 w-full rounded-md bg-leaf-tint" />
        <figcaption className={captionClass}>{card.title[language]}</figcaption>
      </figure>
    </div>
  )
}

/** Two buttons of which one may be pressed. Pressing it again takes the answer back. */
function LikeButtons({
  value,
  isDisabled,
  onChange,
}: {
  value: boolean | null
  isDisabled: boolean
  onChange: (looksAlike: boolean | null) => void
}) {
  const { t } = useTranslation()
  const choices = [
    { looksAlike: true, label: t('compare.like') },
    { looksAlike: false, label: t('compare.unlike') },
  ]
  return (
    <div className="grid grid-cols-2 gap-2">
      {choices.map(({ looksAlike, label }) => (
        <Button
          key={label}
          variant={value === looksAlike ? 'primary' : 'secondary'}
          aria-pressed={value === looksAlike}
          disabled={isDisabled}
          onClick={() => onChange(value === looksAlike ? null : looksAlike)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
