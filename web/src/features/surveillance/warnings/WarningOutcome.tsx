import { outcomeWeeks } from '@kutu/contract/shared-limits'
import type { DiseaseWarning } from '@kutu/contract/warnings'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { type Outcome, useStateOutcome } from './queries.ts'

const answers = {
  field_visit: { outcome: 'real', checked_by: 'field_visit' },
  laboratory: { outcome: 'real', checked_by: 'laboratory' },
  not_field_visit: { outcome: 'not_real', checked_by: 'field_visit' },
  not_laboratory: { outcome: 'not_real', checked_by: 'laboratory' },
  unknown: { outcome: 'unknown' },
} as const satisfies Record<string, Outcome>
type Answer = keyof typeof answers
const names = Object.keys(answers) as Answer[]

/** Asks four weeks after a warning if the rise was real, and says what is known. One that was stopped in time reached nobody. */
export function WarningOutcome({ warning }: { warning: DiseaseWarning }) {
  const { t } = useTranslation()
  const { id, outcome, checked_by, outcome_by, decided_by, decided_at, announced_at, withdrawn_at } = warning
  const state = useStateOutcome(id)
  const { run, isBusy } = useAction(async (answer: Answer) => {
    await state.mutateAsync(answers[answer])
    return t('warnings.outcome_saved')
  })
  const isKnown = (name: Answer) => {
    const answer: Outcome = answers[name]
    return answer.outcome === outcome && (answer.outcome === 'unknown' || answer.checked_by === checked_by)
  }
  const isDue = Date.parse(decided_at ?? '') + outcomeWeeks * 7 * 86_400_000 <= Date.now()
  const wasStopped = withdrawn_at !== null && announced_at !== null && withdrawn_at < announced_at
  if (outcome === null && (!isDue || wasStopped)) return null
  return (
    <Card className="flex max-w-prose flex-col gap-3 print:hidden">
      <h2 className="text-xl">{t('warnings.outcome')}</h2>
      <div className="flex flex-wrap gap-2">
        {names.map(name => (
          <Button
            key={name}
            variant={isKnown(name) ? 'primary' : 'secondary'}
            aria-pressed={isKnown(name)}
            softDisabled={isBusy}
            onClick={() => run(name)}
          >
            {t(`warnings.outcome.${name}`)}
          </Button>
        ))}
      </div>
      {outcome_by !== null && outcome_by === decided_by && (
        <p className="text-sm text-muted">{t('warnings.outcome_own')}</p>
      )}
    </Card>
  )
}
