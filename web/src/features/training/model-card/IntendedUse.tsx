import { useTranslation } from '../../../i18n/use-translation.ts'
import { Card } from '../../../ui/layout/Card.tsx'

const outOfScopeUses = [
  'model_card.not_for.alone',
  'model_card.not_for.crops',
  'model_card.not_for.organism',
  'model_card.not_for.loss',
] as const

const limitations = [
  'model_card.limit.place',
  'model_card.limit.photos',
  'model_card.limit.heat',
  'model_card.limit.both',
  'model_card.limit.intervals',
] as const

/** Shows intended and out-of-scope uses, as in a model card (Mitchell et al. 2019). */
export function IntendedUse() {
  const { t } = useTranslation()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={t('model_card.purpose')}>
        <p className="max-w-prose">{t('model_card.purpose_text')}</p>
      </Card>
      <Card title={t('model_card.not_for')}>
        <BulletList lines={outOfScopeUses} />
      </Card>
    </div>
  )
}

export function Limitations() {
  const { t } = useTranslation()
  return (
    <Card title={t('model_card.limits')}>
      <BulletList lines={limitations} />
    </Card>
  )
}

function BulletList({ lines }: { lines: typeof outOfScopeUses | typeof limitations }) {
  const { t } = useTranslation()
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6">
      {lines.map(line => (
        <li key={line}>{t(line)}</li>
      ))}
    </ul>
  )
}
