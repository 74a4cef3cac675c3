import type { ModelDetails } from '@kutu/contract/training/training'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { MetricTable } from './MetricTable.tsx'

/** Lists the data sources with license and attribution, in the sources' own words. */
export function DataSources({ sources }: Pick<ModelDetails, 'sources'>) {
  const { t, number } = useTranslation()
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
    <CollapsibleCard title={t('model_card.sources')}>
      <p className="max-w-prose text-muted">{t('model_card.sources_note')}</p>
      <MetricTable caption={t('model_card.sources')} rowHeader={t('model_card.source')} columns={columns} rows={rows} />
    </CollapsibleCard>
  )
}
