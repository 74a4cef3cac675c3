import type { ModelCard } from '@kutu/contract/training'
import { useText } from '../../text/use-text.ts'
import { FigureTable } from './FigureTable.tsx'
import { FoldedCard } from './FoldedCard.tsx'
import { classNames, useNames } from './names.ts'
import { shareCells } from './ShareFigure.tsx'

type Studies = NonNullable<ModelCard['studies']>

/** The slower measurements, as far as they were made of this version. */
export function Studies({ studies }: { studies: Studies }) {
  const { hardships, background_only, other_grounds, other_crops, held_scenes } = studies
  return (
    <>
      {hardships && <Hardships hardships={hardships} />}
      {background_only && <Background found={background_only} />}
      {other_grounds && <Grounds found={other_grounds} />}
      {other_crops && <OtherCrops found={other_crops} />}
      {held_scenes && <Scenes found={held_scenes} />}
    </>
  )
}

function Hardships({ hardships }: { hardships: NonNullable<Studies['hardships']> }) {
  const { t } = useText()
  const { partName, hardshipName } = useNames()
  const columns = [t('model_card.accuracy'), t('model_card.answered'), t('model_card.right_of_answered')]
  return Object.entries(hardships).map(([part, each]) => {
    const title = t('model_card.hardships', { set: partName(part) })
    const rows = Object.entries(each).map(([name, { accuracy, answered, right_of_answered }]) => ({
      id: name,
      title: hardshipName(name),
      cells: shareCells([accuracy, answered, right_of_answered]),
    }))
    return (
      <FoldedCard key={part} title={title}>
        <FigureTable caption={title} head={t('model_card.made_worse')} columns={columns} rows={rows} />
      </FoldedCard>
    )
  })
}

function Background({ found }: { found: NonNullable<Studies['background_only']> }) {
  const { t, percent } = useText()
  const { partName } = useNames()
  const rows = Object.entries(found).map(([part, { named, commonest, no_leaf }]) => {
    const [right, noLeaf] = shareCells([named, no_leaf])
    return { id: part, title: partName(part), cells: [right, percent(commonest, 1), noLeaf] }
  })
  const columns = [t('model_card.named_right'), t('model_card.commonest'), t('model_card.told_no_leaf')]
  return (
    <FoldedCard title={t('model_card.background')}>
      <p className="max-w-prose text-muted">{t('model_card.background_note')}</p>
      <FigureTable caption={t('model_card.background')} head={t('model_card.set')} columns={columns} rows={rows} />
    </FoldedCard>
  )
}

function Grounds({ found }: { found: NonNullable<Studies['other_grounds']> }) {
  const { t } = useText()
  const { partName, groundName, className } = useNames()
  return Object.entries(found).map(([part, grounds]) => {
    const title = t('model_card.grounds', { set: partName(part) })
    const named = classNames.filter(name => Object.values(grounds).some(({ recall }) => recall[name]))
    const rows = Object.entries(grounds).map(([ground, { accuracy, recall }]) => ({
      id: ground,
      title: groundName(ground),
      cells: shareCells([accuracy, ...named.map(name => recall[name])]),
    }))
    const columns = [t('model_card.accuracy'), ...named.map(name => t('model_card.found', { name: className(name) }))]
    return (
      <FoldedCard key={part} title={title}>
        <p className="max-w-prose text-muted">{t('model_card.grounds_note')}</p>
        <FigureTable caption={title} head={t('model_card.ground')} columns={columns} rows={rows} />
      </FoldedCard>
    )
  })
}

function OtherCrops({ found }: { found: NonNullable<Studies['other_crops']> }) {
  const { t } = useText()
  const { cropName } = useNames()
  const rows = Object.entries(found).map(([crop, { labelled, leaf_accepted, answered, right_of_answered }]) => {
    const [accepted, sure, right] = shareCells([leaf_accepted, answered, right_of_answered])
    return { id: crop, title: cropName(crop), cells: [accepted, sure, labelled ? right : t('model_card.none_right')] }
  })
  const columns = [t('model_card.leaves_accepted'), t('model_card.answered'), t('model_card.right_of_answered')]
  return (
    <FoldedCard title={t('model_card.other_crops')}>
      <p className="max-w-prose text-muted">{t('model_card.other_crops_note')}</p>
      <FigureTable caption={t('model_card.other_crops')} head={t('model_card.crop')} columns={columns} rows={rows} />
    </FoldedCard>
  )
}

function Scenes({ found }: { found: NonNullable<Studies['held_scenes']> }) {
  const { t } = useText()
  const { cropName } = useNames()
  const rows = Object.entries(found).map(([name, { accepted, answered }]) => ({
    id: name,
    title: cropName(name),
    cells: shareCells([accepted, answered]),
  }))
  const columns = [t('model_card.others_accepted'), t('model_card.others_answered')]
  return (
    <FoldedCard title={t('model_card.scenes')}>
      <FigureTable caption={t('model_card.scenes')} head={t('model_card.source')} columns={columns} rows={rows} />
    </FoldedCard>
  )
}
