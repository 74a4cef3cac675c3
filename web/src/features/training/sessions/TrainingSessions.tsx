import { useTranslation } from '../../../i18n/use-translation.ts'
import { ModelVersions } from '../models/ModelVersions.tsx'
import { TrainingHeader } from '../TrainingHeader.tsx'
import { SessionList } from './SessionList.tsx'

/** Lists training sessions and model versions. */
export function TrainingSessions() {
  const { t } = useTranslation()
  return (
    <>
      <TrainingHeader title={t('session.title')} lead={t('session.lead')} />
      <SessionList />
      <ModelVersions />
    </>
  )
}
