import type { Role } from '@kutu/contract/common'
import { NewestNotifications, NotificationsTitle } from '../features/notifications/NotificationsCard.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { SkeletonList } from '../ui/feedback/Skeleton.tsx'
import { Accordion } from '../ui/layout/Accordion.tsx'

/** After the first view. */
const Figures = lazyPart(
  async () => (await import('../features/dashboard/Figures.tsx')).Figures,
  <SkeletonList count={2} className="h-80 w-full" />,
)

/** The figures and the newest notifications of a first screen, folded: they wait for nobody. */
export function FoldedFigures({ role }: { role: Role }) {
  const { t } = useTranslation()
  return (
    <Accordion
      isExclusive={false}
      items={[
        { id: 'figures', title: t('dashboard.figures'), content: <Figures role={role} /> },
        { id: 'notifications', title: <NotificationsTitle />, content: <NewestNotifications /> },
      ]}
    />
  )
}
