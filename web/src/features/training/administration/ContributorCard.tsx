import type { Teacher } from '@kutu/contract/training/teaching'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { AgreementFigures } from '../AgreementFigures.tsx'
import { useChangeContributor } from '../queries.ts'

/** Shows what an expert contributed, and a button that withdraws the photos or uses them again. */
export function ContributorCard({ contributor, onWithdraw }: { contributor: Teacher; onWithdraw: () => void }) {
  const { t, number, dateTime } = useTranslation()
  const { username: name, place, images, labels, withdrawn } = contributor
  return (
    <article className="flex h-full flex-col items-start gap-2 rounded-lg border border-line bg-white p-4 sm:p-6">
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      {place && <p className="text-muted wrap-anywhere">{place}</p>}
      <p>
        {t('contributors.photos', {
          accepted: number(images.accepted),
          waiting: number(images.waiting),
          refused: number(images.refused),
        })}
      </p>
      <p>{t('contributors.labels', { count: number(labels) })}</p>
      <AgreementFigures agreements={contributor.agreements} weight={contributor.weight} />
      {withdrawn && (
        <p className="font-bold wrap-anywhere">
          {t('contributors.withdrawn_by', { name: withdrawn.by.username, when: dateTime(withdrawn.at) })}
        </p>
      )}
      <div className="mt-auto pt-2">
        {withdrawn ? (
          <ReadmitButton contributor={contributor} />
        ) : (
          <Button variant="secondary" aria-label={t('contributors.withdraw_of', { name })} onClick={onWithdraw}>
            {t('contributors.withdraw')}
          </Button>
        )}
      </div>
    </article>
  )
}

function ReadmitButton({ contributor: { id, username: name } }: { contributor: Teacher }) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeContributor()
  const readmit = useAction(async () => {
    await mutateAsync({ id, isWithdrawn: false })
    return t('contributors.readmitted', { name })
  })
  return (
    <Button
      variant="secondary"
      busy={readmit.isBusy}
      aria-label={t('contributors.readmit_of', { name })}
      onClick={() => readmit.run()}
    >
      {t('contributors.readmit')}
    </Button>
  )
}
