import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { CalendarTabs } from '../shared/CalendarTabs.tsx'
import { SlotForm } from './SlotForm.tsx'
import { SlotTable } from './SlotTable.tsx'

/** The expert's availability screen: a form for new slots and a table of all slots. */
export function CreateSlot() {
  const { t } = useTranslation()
  const isAwaitingApproval = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={t('menu.create_slot')} lead={t('slots.lead')} />
      <CalendarTabs />
      {isAwaitingApproval && (
        <Notice kind="warning" title={t('approval.waiting')}>
          {t('slots.waiting.message')}
        </Notice>
      )}
      <SlotForm />
      <SlotTable />
    </>
  )
}
