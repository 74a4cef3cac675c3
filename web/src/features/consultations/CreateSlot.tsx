import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SlotForm } from './SlotForm.tsx'
import { SlotTable } from './SlotTable.tsx'

/** The expert's screen of availability: a form for new slots, and all there are. */
export function CreateSlot() {
  const { t } = useText()
  const isWaiting = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={t('menu.create_slot')} lead={t('slots.lead')} />
      {isWaiting && (
        <Notice kind="warning" title={t('slots.waiting.title')}>
          {t('slots.waiting.message')}
        </Notice>
      )}
      <SlotForm />
      <SlotTable />
    </>
  )
}
