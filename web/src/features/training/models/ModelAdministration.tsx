import { useTranslation } from '../../../i18n/use-translation.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Contributors } from '../administration/Contributors.tsx'
import { PauseTraining } from '../administration/PauseTraining.tsx'
import { SessionList } from '../sessions/SessionList.tsx'
import { CompareVersions } from './CompareVersions.tsx'
import { ModelVersions } from './ModelVersions.tsx'

/** Shows an administrator the versions of the model, which one press activates, and the sessions that made them. */
export function ModelAdministration() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('menu.models')} lead={t('models.lead')} />
      <PauseTraining />
      <ModelVersions />
      <CompareVersions />
      <Contributors />
      <section className="flex flex-col gap-4">
        <h2 className="text-xl">{t('session.title')}</h2>
        <SessionList />
      </section>
    </>
  )
}
