import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'

const wrongUses = [
  'model_card.not_for.alone',
  'model_card.not_for.crops',
  'model_card.not_for.organism',
  'model_card.not_for.loss',
] as const

const limits = [
  'model_card.limit.place',
  'model_card.limit.photos',
  'model_card.limit.heat',
  'model_card.limit.both',
  'model_card.limit.intervals',
] as const

/** What the model is for, and what it must not be used for. */
export function Purpose() {
  const { t } = useText()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={t('model_card.purpose')}>
        <p className="max-w-prose">{t('model_card.purpose_text')}</p>
      </Card>
      <Card title={t('model_card.not_for')}>
        <Lines lines={wrongUses} />
      </Card>
    </div>
  )
}

export function Limits() {
  const { t } = useText()
  return (
    <Card title={t('model_card.limits')}>
      <Lines lines={limits} />
    </Card>
  )
}

function Lines({ lines }: { lines: typeof wrongUses | typeof limits }) {
  const { t } = useText()
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6">
      {lines.map(line => (
        <li key={line}>{t(line)}</li>
      ))}
    </ul>
  )
}
