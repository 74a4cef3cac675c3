import type { ModelCard, SetFigures } from '@kutu/contract/training'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { FigureTable } from './FigureTable.tsx'
import { FoldedCard } from './FoldedCard.tsx'
import { classNames, useNames } from './names.ts'
import { Interval, ShareFigure, shareCells } from './ShareFigure.tsx'

type Measured = { measured: ModelCard['measured'] }

/** How often the answers are right, of each set of photos. */
export function Overall({ measured }: Measured) {
  const { t, percent } = useText()
  const { setName, setsOf } = useNames()
  const rows = setsOf(measured).map(([name, figures]) => ({
    id: name,
    title: setName(name),
    cells: [
      <ShareFigure key="accuracy" share={figures.accuracy} />,
      <MacroF1 key="macro_f1" figures={figures} />,
      percent(figures.ece, 1),
      <ShareFigure key="answered" share={figures.answered} />,
      <ShareFigure key="right" share={figures.right_of_answered} />,
    ],
  }))
  const columns = [
    t('model_card.accuracy'),
    t('model_card.macro_f1'),
    t('model_card.ece'),
    t('model_card.answered'),
    t('model_card.right_of_answered'),
  ]
  return (
    <Card title={t('model_card.figures')}>
      <p className="max-w-prose text-muted">{t('model_card.figures_note')}</p>
      <FigureTable caption={t('model_card.figures')} head={t('model_card.set')} columns={columns} rows={rows} />
    </Card>
  )
}

function MacroF1({ figures: { macro_f1, detail } }: { figures: SetFigures }) {
  const { percent } = useText()
  const [low, high] = detail?.macro_f1_interval ?? []
  return (
    <>
      <span className="font-bold">{percent(macro_f1, 1)}</span>
      {low !== undefined && high !== undefined && <Interval low={low} high={high} />}
    </>
  )
}

/** The same by class and by crop, of the sets that chose nothing. */
export function Parts({ measured }: Measured) {
  const { t } = useText()
  const { setName, setsOf } = useNames()
  const sets = setsOf(measured).filter(([name]) => name !== 'val')
  return (
    <>
      {sets.map(([name, figures]) => (
        <FoldedCard key={name} title={t('model_card.parts_of', { set: setName(name) })}>
          <PartTable figures={figures} caption={t('model_card.parts_of', { set: setName(name) })} />
        </FoldedCard>
      ))}
    </>
  )
}

function PartTable({ figures, caption }: { figures: SetFigures; caption: string }) {
  const { t } = useText()
  const { className, groupName } = useNames()
  const { detail, recall, accuracy } = figures
  if (!detail) return <PlainParts figures={figures} caption={caption} />
  const named = classNames.filter(name => recall[name])
  const groups = Object.entries(detail.by_crop_and_setting).map(([name, group]) => ({ id: name, ...group }))
  const rows = [...groups, { id: 'all', accuracy, recall }].map(({ id, accuracy: right, recall: found }) => ({
    id,
    title: id === 'all' ? t('model_card.all') : groupName(id),
    cells: shareCells([right, ...named.map(name => found[name])]),
  }))
  return (
    <FigureTable
      caption={caption}
      head={t('model_card.part')}
      columns={[t('model_card.accuracy'), ...named.map(name => t('model_card.found', { name: className(name) }))]}
      rows={rows}
    />
  )
}

/** Where it was not measured class by class within each crop. */
function PlainParts({ figures: { recall, by_crop }, caption }: { figures: SetFigures; caption: string }) {
  const { t } = useText()
  const { className, cropName } = useNames()
  const classes = classNames.flatMap(name => (recall[name] ? [{ title: className(name), share: recall[name] }] : []))
  const crops = Object.entries(by_crop).flatMap(([name, share]) =>
    name === 'other' ? [] : [{ title: cropName(name), share }],
  )
  const rows = [...classes, ...crops].map(({ title, share }) => ({
    id: title,
    title,
    cells: shareCells([share]),
  }))
  return <FigureTable caption={caption} head={t('model_card.part')} columns={[t('model_card.accuracy')]} rows={rows} />
}

/** What the check for a leaf lets through. */
export function LeafCheck({ measured }: Measured) {
  const { t } = useText()
  const { setName, setsOf } = useNames()
  const rows = setsOf(measured).map(([name, figures]) => ({
    id: name,
    title: setName(name),
    cells: shareCells([figures.leaves_accepted, figures.not_leaves_accepted, figures.not_leaves_answered]),
  }))
  const columns = [t('model_card.leaves_accepted'), t('model_card.others_accepted'), t('model_card.others_answered')]
  return (
    <FoldedCard title={t('model_card.leaf_check')}>
      <FigureTable caption={t('model_card.leaf_check')} head={t('model_card.set')} columns={columns} rows={rows} />
    </FoldedCard>
  )
}
