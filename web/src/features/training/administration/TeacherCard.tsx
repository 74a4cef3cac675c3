import type { Teacher } from '@kutu/contract/training/teaching'
import { getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { AgreementFigures } from '../AgreementFigures.tsx'
import { useChangeTeacher } from '../queries.ts'

/** Shows what an expert contributed, and a button that withdraws the photos or uses them again. */
export function TeacherCard({ teacher, onWithdraw }: { teacher: Teacher; onWithdraw: () => void }) {
  const { t, number, dateTime } = useTranslation()
  const { username: name, place, images, labels, withdrawn } = teacher
  return (
    <article className="flex h-full flex-col items-start gap-2 rounded-lg border border-line bg-white p-4 sm:p-6">
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      {place && <p className="text-muted wrap-anywhere">{place}</p>}
      <p>
        {t('teachers.photos', {
          accepted: number(images.accepted),
          waiting: number(images.waiting),
          refused: number(images.refused),
        })}
      </p>
      <p>{t('teachers.labels', { count: number(labels) })}</p>
      <AgreementFigures agreements={teacher.agreements} weight={teacher.weight} />
      {withdrawn && (
        <p className="font-bold wrap-anywhere">
          {t('teachers.withdrawn_by', { name: withdrawn.by.username, when: dateTime(withdrawn.at) })}
        </p>
      )}
      <div className="mt-auto pt-2">
        {withdrawn ? (
          <ReadmitButton teacher={teacher} />
        ) : (
          <Button variant="secondary" aria-label={t('teachers.withdraw_of', { name })} onClick={onWithdraw}>
            {t('teachers.withdraw')}
          </Button>
        )}
      </div>
    </article>
  )
}

function ReadmitButton({ teacher: { id, username: name } }: { teacher: Teacher }) {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useChangeTeacher()
  async function readmit() {
    try {
      await mutateAsync({ id, isWithdrawn: false })
      showSuccess(t('notice.success'), t('teachers.readmitted', { name }))
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
    }
  }
  return (
    <Button
      variant="secondary"
      busy={isPending}
      aria-label={t('teachers.readmit_of', { name })}
      onClick={() => void readmit()}
    >
      {t('teachers.readmit')}
    </Button>
  )
}
