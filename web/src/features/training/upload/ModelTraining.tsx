import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Contributions } from '../contributions/Contributions.tsx'
import { TrainingSummary } from '../sessions/TrainingSummary.tsx'
import { TrainingHeader } from '../TrainingHeader.tsx'
import { BatchCard } from './BatchCard.tsx'
import { SubmitForm } from './SubmitForm.tsx'

/** The screen on which experts submit labeled photos and follow their state. */
export function ModelTraining() {
  const { t } = useTranslation()
  const isApproved = useUser()?.is_approved === true
  return (
    <>
      <TrainingHeader title={t('menu.model_training')} lead={t('teaching.lead')} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SubmitForm />
        <TrainingSummary />
      </div>
      {isApproved && <BatchCard />}
      <Contributions />
    </>
  )
}
