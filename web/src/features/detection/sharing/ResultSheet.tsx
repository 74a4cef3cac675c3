import { isConclusive } from '@kutu/contract/bands'
import type { Analysis } from '@kutu/contract/detection'
import { CircleCheck, CircleDot, CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Logo } from '../../../ui/media/Logo.tsx'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { findPlateId } from '../../../ui/plate/symptoms.ts'
import { ClassShape } from '../classes/ClassShape.tsx'
import { findCrop } from '../crops.ts'
import { type ConfidenceBand, getConfidenceBand } from '../result/confidence-band.ts'
import { findDiseaseCard, useAnswerTitle } from '../result/disease-name.ts'
import { expertsPath } from '../result/experts-path.ts'
import { useUnsureReason } from '../result/summary/use-unsure-reason.ts'
import { getFirstSteps } from './result-text.ts'
import './result-sheet.css'

const bandIcons: Record<ConfidenceBand, typeof CircleCheck> = {
  sure: CircleCheck,
  likely: CircleDot,
  not_sure: CircleQuestionMark,
}

/**
 * A printable one-page result without personal data. Every color comes with a shape and a word, for black-and-white
 * printers.
 */
export function ResultSheet({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  return (
    <article className="result-sheet">
      <header>
        <Logo className="result-sheet-mark" />
        <h1>
          {t('app.name')}: {t('sheet.title')}
        </h1>
      </header>
      <ResultSummary analysis={analysis} />
      <div className="result-sheet-middle">
        <Photo src={analysis.image} />
        <SheetPlate analysis={analysis} />
        <ResultDetails analysis={analysis} />
      </div>
      <section>
        <h2>{t(isConclusive(analysis.band) ? 'answer.do_today' : 'answer.do_next')}</h2>
        <ol>
          {getFirstSteps(analysis).map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{t('sheet.ask')}</h2>
        <p>{t('sheet.ask_how', { address: `${window.location.host}${expertsPath(analysis)}` })}</p>
      </section>
      <p className="result-sheet-disclaimer">{t('sheet.caution')}</p>
    </article>
  )
}

function ResultSummary({ analysis }: { analysis: Analysis }) {
  const { t, percent } = useTranslation()
  const title = useAnswerTitle()(analysis)
  const band = getConfidenceBand(analysis.band)
  const Icon = bandIcons[band]
  const hasAnswer = isConclusive(analysis.band)
  const latinName = hasAnswer && analysis.disease !== null ? findDiseaseCard(analysis)?.latinName : null
  const reason = useUnsureReason(analysis)
  return (
    <section className="result-sheet-finding">
      <p className="result-sheet-band">
        <Icon aria-hidden="true" />
        {t(`answer.band.${band}`)}
      </p>
      <h2>{title}</h2>
      {latinName && (
        <p lang="la">
          <i>{latinName}</i>
        </p>
      )}
      {hasAnswer ? (
        <p className="result-sheet-band">
          <ClassShape rustClass={analysis.rust_class} className="" />
          {t(`class.${analysis.rust_class}`)} · {t('answer.confidence')} {percent(analysis.confidence)}
        </p>
      ) : (
        <p>{reason}</p>
      )}
    </section>
  )
}

function Photo({ src }: { src: string }) {
  const { t } = useTranslation()
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed || src === '') return null
  return <img src={src} alt={t('sheet.photo_alt')} onError={() => setHasFailed(true)} />
}

/** The drawn leaf of the disease, to compare the plants of the field with. */
function SheetPlate({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const plateId = findPlateId(findDiseaseCard(analysis)?.id ?? '', analysis.crop)
  if (plateId === undefined || !isConclusive(analysis.band)) return null
  return (
    <figure className="result-sheet-plate">
      <PlateDrawing plateId={plateId} />
      <figcaption>{t('sheet.plate')}</figcaption>
      <PlateDrawing plateId={plateId} view="closeUp" />
      <figcaption>{t('plate.close_up')}</figcaption>
    </figure>
  )
}

function ResultDetails({
  analysis: { crop, uploaded_at: uploadedAt, photos, model_version: version },
}: {
  analysis: Analysis
}) {
  const { t, dateTime, number } = useTranslation()
  const details = [
    [t('crop.label'), useCropName()(crop)],
    [t('sheet.when'), dateTime(uploadedAt)],
    ...(photos ? [[t('plant.photos'), number(photos.length)]] : []),
    [t('sheet.model'), version],
  ]
  return (
    <dl>
      {details.map(([term, detail]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  )
}

function useCropName(): (crop: string | null) => string {
  const { t } = useTranslation()
  return crop => {
    const cropType = findCrop(crop)
    return cropType === undefined ? t('sheet.crop_unknown') : t(`crop.${cropType}`)
  }
}
