import type { Analysis } from '@kutu/contract/detection'
import { CircleCheck, CircleDot, CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Mark } from '../../ui/Mark.tsx'
import { type Band, bandOf } from './answer-bands.ts'
import { firstSteps } from './answer-in-words.ts'
import { ClassShape } from './ClassShape.tsx'
import { expertsPath } from './experts-path.ts'
import { cardOf, useFindingName } from './finding.ts'
import './result-sheet.css'

const marks: Record<Band, typeof CircleCheck> = { sure: CircleCheck, likely: CircleDot, not_sure: CircleQuestionMark }

/** An answer as one page of paper, which says nothing of whose it is. Colours are never alone: it may be printed in black. */
export function ResultSheet({ analysis }: { analysis: Analysis }) {
  const { t } = useText()
  return (
    <article className="result-sheet">
      <header>
        <Mark className="result-sheet-mark" />
        <h1>
          {t('app.name')}: {t('sheet.title')}
        </h1>
      </header>
      <Finding analysis={analysis} />
      <div className="result-sheet-middle">
        <Photo address={analysis.image} />
        <Facts analysis={analysis} />
      </div>
      <section>
        <h2>{t(analysis.verdict === 'uncertain' ? 'answer.do_next' : 'answer.do_today')}</h2>
        <ol>
          {firstSteps(analysis).map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{t('sheet.ask')}</h2>
        <p>{t('sheet.ask_how', { address: `${window.location.host}${expertsPath(analysis)}` })}</p>
      </section>
      <p className="result-sheet-caution">{t('sheet.caution')}</p>
    </article>
  )
}

function Finding({ analysis }: { analysis: Analysis }) {
  const { t, percent } = useText()
  const name = useFindingName()(analysis)
  const band = bandOf(analysis)
  const Sign = marks[band]
  const latinName = analysis.disease === null ? null : cardOf(analysis)?.latinName
  return (
    <section className="result-sheet-finding">
      <p className="result-sheet-band">
        <Sign aria-hidden="true" />
        {t(`answer.band.${band}`)}
      </p>
      <h2>{name}</h2>
      {latinName && (
        <p lang="la">
          <i>{latinName}</i>
        </p>
      )}
      <p className="result-sheet-band">
        <ClassShape rustClass={analysis.rust_class} className="" />
        {t(`class.${analysis.rust_class}`)} · {t('answer.confidence')} {percent(analysis.confidence)}
      </p>
    </section>
  )
}

function Photo({ address }: { address: string }) {
  const { t } = useText()
  const [isGone, setGone] = useState(false)
  if (isGone || address === '') return null
  return <img src={address} alt={t('sheet.photo_alt')} onError={() => setGone(true)} />
}

function Facts({ analysis: { crop, uploaded_at: when, photos, model_version: version } }: { analysis: Analysis }) {
  const { t, dateTime, number } = useText()
  const facts = [
    [t('sheet.crop'), useCropName()(crop)],
    [t('sheet.when'), dateTime(when)],
    ...(photos ? [[t('plant.photos'), number(photos.length)]] : []),
    [t('sheet.model'), version],
  ]
  return (
    <dl>
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const

function useCropName(): (crop: string | null) => string {
  const { t } = useText()
  return crop => {
    const known = crops.find(each => each === crop?.toUpperCase())
    return known === undefined ? t('sheet.crop_unknown') : t(`crop.${known}`)
  }
}
