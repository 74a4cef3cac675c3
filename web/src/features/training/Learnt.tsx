import type { Compared, Refit } from '@kutu/contract/training-sessions'
import { useText } from '../../text/use-text.ts'

/** How a version came from experts' photos, and what that changed. */
export function Learnt({
  refit: { figures, parent_version: parent, started_by: starter, created_at },
}: {
  refit: Refit
}) {
  const { t, number, percent, dateTime } = useText()
  const { images, contributors: people, validation, held_back: held } = figures
  const when = dateTime(created_at)
  const share = ({ right, photos }: Compared['before']) => percent(photos === 0 ? 0 : right / photos, 1)
  return (
    <>
      <p className="wrap-anywhere">
        {starter ? t('versions.made_by', { name: starter.username, when }) : t('versions.made_by_itself', { when })}
      </p>
      <ul className="flex flex-col gap-1">
        <li>{t('versions.learnt', { count: images.common_rust + images.healthy + images.other_disease, people })}</li>
        <li>{t('versions.refit', { before: share(validation.before), after: share(validation.after) })}</li>
        {held.after.photos > 0 && (
          <li>
            {t('versions.held_back', {
              before: number(held.before.right),
              after: number(held.after.right),
              photos: number(held.after.photos),
            })}
          </li>
        )}
        <li className="wrap-anywhere">{t('versions.parent', { parent })}</li>
      </ul>
    </>
  )
}
