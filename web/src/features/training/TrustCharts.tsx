import type { ModelCard, SetFigures } from '@kutu/contract/training'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { FigureTable } from './FigureTable.tsx'
import { useNames } from './names.ts'

type Detailed = SetFigures & { detail: NonNullable<SetFigures['detail']> }
type Drawn = { figures: Detailed; set: string }

/** Whether the confidence can be trusted, drawn for each set of photos that chose nothing. */
export function TrustCharts({ card: { measured } }: { card: ModelCard }) {
  const { t } = useText()
  const { setName, setsOf } = useNames()
  const drawn = setsOf(measured).flatMap(([name, figures]): Drawn[] =>
    name !== 'val' && figures.detail ? [{ set: setName(name), figures: { ...figures, detail: figures.detail } }] : [],
  )
  if (drawn.length === 0) return null
  // One scale for all, so that they can be held against each other.
  const most = Math.ceil(Math.max(step, ...drawn.map(({ figures }) => mostWrong(figures))) / step) * step
  return (
    <>
      <Card title={t('model_card.reliability')}>
        <p className="max-w-prose text-muted">{t('model_card.reliability_note')}</p>
        <div className="grid gap-6 lg:grid-cols-2">
          {drawn.map(each => (
            <Reliability key={each.set} {...each} />
          ))}
        </div>
      </Card>
      <Card title={t('model_card.risk')}>
        <p className="max-w-prose text-muted">{t('model_card.risk_note')}</p>
        <div className="grid gap-6 lg:grid-cols-2">
          {drawn.map(each => (
            <RiskCoverage key={each.set} {...each} most={most} />
          ))}
        </div>
      </Card>
    </>
  )
}

function Reliability({ figures: { ece, detail }, set }: Drawn) {
  const { t, percent, number } = useText()
  const bins = detail.reliability
    .map(([photos, confidence, right], at) => ({ photos, confidence, right, from: at / 10, to: (at + 1) / 10 }))
    .filter(({ photos }) => photos > 0)
  const most = Math.max(...bins.map(({ photos }) => photos))
  const rows = bins.map(({ photos, confidence, right, from, to }) => ({
    id: String(from),
    title: `${percent(from, 0)}–${percent(to, 0)}`,
    cells: [number(photos), percent(confidence, 1), percent(right, 1)],
  }))
  const caption = t('model_card.reliability_of', { set, ece: percent(ece, 1) })
  return (
    <Figure
      title={caption}
      table={
        <FigureTable
          caption={caption}
          head={t('model_card.bin')}
          columns={[t('model_card.photos'), t('model_card.axis_confidence'), t('model_card.axis_right')]}
          rows={rows}
        />
      }
    >
      <ChartFrame label={caption} across={t('model_card.axis_confidence')} up={t('model_card.axis_right')}>
        {place => (
          <>
            <line
              x1={place(0, 0).x}
              y1={place(0, 0).y}
              x2={place(1, 1).x}
              y2={place(1, 1).y}
              strokeDasharray="5 5"
              strokeWidth={1.5}
              className="stroke-muted"
            />
            {bins.map(({ photos, confidence, right, from }) => (
              <circle
                key={from}
                cx={place(confidence, right).x}
                cy={place(confidence, right).y}
                r={3 + 7 * Math.sqrt(photos / most)}
                className="fill-leaf stroke-white"
              />
            ))}
          </>
        )}
      </ChartFrame>
    </Figure>
  )
}

const step = 0.05
const mostWrong = ({ detail, right_of_answered }: Detailed) =>
  Math.max(1 - right_of_answered.share, ...detail.risk_coverage.map(([, wrong]) => wrong))

function RiskCoverage({ figures: { detail, answered, right_of_answered }, set, most }: Drawn & { most: number }) {
  const { t, percent } = useText()
  const points = detail.risk_coverage.map(([share, wrong, confidence]) => ({ share, wrong, confidence }))
  const shipped = { share: answered.share, wrong: 1 - right_of_answered.share }
  const rows = points.map(({ share, wrong, confidence }) => ({
    id: String(confidence),
    title: percent(confidence, 2),
    cells: [percent(share, 1), percent(wrong, 1)],
  }))
  const caption = t('model_card.risk_of', {
    set,
    answered: percent(shipped.share, 1),
    wrong: percent(shipped.wrong, 1),
  })
  return (
    <Figure
      title={caption}
      table={
        <FigureTable
          caption={caption}
          head={t('model_card.from_confidence')}
          columns={[t('model_card.axis_answered'), t('model_card.axis_wrong')]}
          rows={rows}
        />
      }
    >
      <ChartFrame label={caption} across={t('model_card.axis_answered')} up={t('model_card.axis_wrong')} most={most}>
        {place => {
          const line = points.map(({ share, wrong }) => place(share, wrong))
          const { x, y } = place(shipped.share, shipped.wrong)
          return (
            <>
              <polyline
                points={line.map(point => `${point.x},${point.y}`).join(' ')}
                fill="none"
                strokeWidth={2.5}
                className="stroke-rust"
              />
              <circle cx={x} cy={y} r={6} strokeWidth={2.5} className="fill-white stroke-ink" />
            </>
          )
        }}
      </ChartFrame>
    </Figure>
  )
}

/** A drawing with its figures one press away. */
function Figure({ title, table, children }: { title: string; table: ReactNode; children: ReactNode }) {
  const { t } = useText()
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="font-bold">{title}</figcaption>
      {children}
      <details className="group">
        <summary className="flex min-h-12 list-none items-center gap-2 font-bold text-leaf-ink [&::-webkit-details-marker]:hidden">
          {t('model_card.numbers')}
          <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        {table}
      </details>
    </figure>
  )
}
