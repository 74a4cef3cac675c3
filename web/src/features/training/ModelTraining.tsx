import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { BatchCard } from './BatchCard.tsx'
import { Contributions } from './Contributions.tsx'
import { SubmitForm } from './SubmitForm.tsx'
import { TeachingHead } from './TeachingHead.tsx'
import { TrainingSummary } from './TrainingSummary.tsx'

/** Where experts show the model labelled leaves, and see what became of them. */
export function ModelTraining() {
  const { t } = useText()
  const isApproved = useUser()?.is_approved === true
  return (
    <>
      <TeachingHead title={t('menu.model_training')} lead={t('teaching.lead')} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SubmitForm />
        <TrainingSummary />
      </div>
      {isApproved && <BatchCard />}
      <Contributions />
    </>
  )
}
