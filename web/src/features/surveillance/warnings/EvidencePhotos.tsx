import type { DiseaseWarning, EvidenceLabel, EvidencePhoto } from '@kutu/contract/warnings'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { DataSaverPhoto } from '../../../ui/media/DataSaverPhoto.tsx'
import { getDiseaseTitle } from '../disease-title.ts'
import { photosPageSize, useEvidencePhotos, useLabelPhoto } from './queries.ts'

/**
 * Photos behind the reports of the week, of farmers who allowed it or who reported the answer to experts. An expert labels each photo
 * of an open warning before it shows what Kutu and other experts found.
 */
export function EvidencePhotos({ warning }: { warning: DiseaseWarning }) {
  const { t, number, language } = useTranslation()
  const disease = getDiseaseTitle(warning, language)
  const [page, setPage] = useState(1)
  return (
    <section aria-labelledby="photos" className="flex flex-col gap-4 print:hidden">
      <h2 id="photos" className="text-xl">
        {t('warnings.photos')}
      </h2>
      <Loaded query={useEvidencePhotos(warning.id, page)} skeleton={<Skeleton className="h-40 w-full" />}>
        {({ results, checked, count }) => (
          <>
            <p className="max-w-prose text-muted">{t(getLeadKey(results))}</p>
            {checked.photos > 0 && (
              <p className="font-bold">
                {t('warnings.checked', {
                  agreed: number(checked.agreed),
                  count: checked.photos,
                  disease: `${disease.charAt(0).toLocaleLowerCase()}${disease.slice(1)}`,
                })}
              </p>
            )}
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-3 gap-y-6">
              {results.map(photo => (
                <Photo key={photo.id} {...{ photo, warning }} />
              ))}
            </ul>
            <Pagination {...{ page, count }} pageSize={photosPageSize} onPageChange={setPage} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const getLeadKey = (photos: readonly EvidencePhoto[]) =>
  photos.length === 0
    ? 'warnings.photos_none'
    : photos.some(({ findings }) => findings === null)
      ? 'warnings.photos_blind'
      : 'warnings.photos_lead'

const bandTones = { confident: 'rust', likely: 'amber', uncertain: 'plain', unfamiliar: 'plain' } as const
const labels = ['this_disease', 'other_disease', 'healthy', 'unclear'] as const satisfies readonly EvidenceLabel[]

function Photo({ photo, warning }: { photo: EvidencePhoto; warning: DiseaseWarning }) {
  const { t, language } = useTranslation()
  const { image, own_label, findings } = photo
  const result = useRef<HTMLDivElement>(null)
  const labelPhoto = useLabelPhoto(warning.id, photo.id)
  const { run, isBusy } = useAction(async (label: EvidenceLabel) => {
    await labelPhoto.mutateAsync(label)
    // The focused button is gone.
    result.current?.focus()
  })
  const getLabelName = (value: EvidenceLabel) =>
    value === 'this_disease' ? getDiseaseTitle(warning, language) : t(`warnings.photo_label.${value}`)
  const answer =
    findings && getDiseaseTitle({ crop: warning.crop, disease: findings.disease ?? findings.rust_class }, language)
  const isOpen = warning.state === 'open' && findings === null
  return (
    <li className="flex flex-col items-start gap-2">
      <DataSaverPhoto
        src={`${image}&size=small`}
        alt={answer === null ? t('warnings.photo_blind_alt') : t('warnings.photo_alt', { answer })}
        loading="lazy"
        className="aspect-square w-full rounded-lg object-cover"
      />
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which would repeat the lead at each photo.
        <div role="group" aria-label={t('warnings.photo_question')} className="grid w-full grid-cols-2 gap-2">
          {labels.map(value => (
            <Button key={value} variant="secondary" softDisabled={isBusy} onClick={() => run(value)} className="px-2">
              {getLabelName(value)}
            </Button>
          ))}
        </div>
      )}
      <div ref={result} tabIndex={-1} role="status" className="flex flex-col items-start gap-1">
        {findings && (
          <>
            <Badge tone={bandTones[findings.band]}>{t(`warnings.band.${findings.band}`)}</Badge>
            <p className="text-sm">{t('warnings.model_label', { label: answer ?? '' })}</p>
            {findings.label !== null && <p className="text-sm font-bold">{t(`warnings.label.${findings.label}`)}</p>}
            {own_label !== null && (
              <p className="text-sm">{t('warnings.own_label', { label: getLabelName(own_label) })}</p>
            )}
            {findings.others.map(({ label, experts }) => (
              <p key={label} className="text-sm">
                {t('warnings.expert_labels', { count: experts, label: getLabelName(label) })}
              </p>
            ))}
          </>
        )}
      </div>
    </li>
  )
}
