import type { ModelCard } from '@kutu/contract/training'
import { useText } from '../../text/use-text.ts'
import { FigureTable } from './FigureTable.tsx'
import { FoldedCard } from './FoldedCard.tsx'

/** Where the photos come from, under which licence, and whom to thank. What the sources state stays in their words. */
export function Sources({ sources }: Pick<ModelCard, 'sources'>) {
  const { t, number } = useText()
  const rows = sources.map(({ name, photos, licence, attribution }) => ({
    id: name,
    title: name,
    cells: [
      number(photos),
      <span key="licence" lang="en" className="text-sm">
        {licence}
      </span>,
      <span key="attribution" lang="en" className="text-sm">
        {attribution}
      </span>,
    ],
  }))
  const columns = [t('model_card.photos'), t('model_card.licence'), t('model_card.attribution')]
  return (
    <FoldedCard title={t('model_card.sources')}>
      <p className="max-w-prose text-muted">{t('model_card.sources_note')}</p>
      <FigureTable caption={t('model_card.sources')} head={t('model_card.source')} columns={columns} rows={rows} />
    </FoldedCard>
  )
}
