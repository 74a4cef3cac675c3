import type { ExpertApplication } from '@kutu/contract/accounts/accounts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { runForEach } from '../../../ui/feedback/run-for-each.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useDecideExpert } from './queries.ts'

/** Approves the selected experts. Sticks to the bottom while there are some. Declining needs a reason for each. */
export function ApproveSelectedBar({ experts, onDone }: { experts: readonly ExpertApplication[]; onDone: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useDecideExpert()
  const { run: approve, isBusy } = useAction(() =>
    runForEach(
      experts,
      ({ id }) => mutateAsync({ id, action: 'approve' }),
      done => t('waiting_experts.approved_several', { count: done.length }),
    ),
  )
  const count = experts.length
  if (count === 0) return null
  return (
    <section
      aria-label={t('table.selected', { count })}
      className="sticky bottom-20 z-10 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-leaf bg-white p-2 sm:pl-4 md:bottom-4"
    >
      <p aria-live="polite" className="font-bold max-sm:sr-only">
        {t('table.selected', { count })}
      </p>
      <Button className="max-sm:grow" busy={isBusy} onClick={() => void approve().then(onDone)}>
        {t('waiting_experts.approve_chosen', { count })}
      </Button>
    </section>
  )
}
