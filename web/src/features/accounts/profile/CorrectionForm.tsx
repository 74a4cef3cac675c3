import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import type { ReactNode } from 'react'
import type { DetailsPart } from '../../../api/outbox/outbox-item.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import type { WaitingDetails } from './use-save-details.ts'

/** `waiting`: the change of the part that waits in the outbox. */
export type PartProps<Part extends DetailsPart> = { details: ProfileDetails; waiting: WaitingDetails[Part] }

/** A card with the form of one part of the details. */
export function CorrectionForm({
  title,
  submit,
  isSubmitting,
  waiting,
  children,
}: {
  title: string
  submit: React.FormEventHandler<HTMLFormElement>
  isSubmitting: boolean
  /** The change of this part that waits in the outbox. */
  waiting: WaitingDetails[DetailsPart]
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Card title={title}>
      <form noValidate aria-label={title} onSubmit={submit} className="flex flex-col gap-5">
        {waiting && (
          <Notice
            kind={waiting.isRefused ? 'warning' : 'info'}
            action={<TextLink to="/account/outbox">{t('outbox.show')}</TextLink>}
          >
            {t(waiting.isRefused ? 'profile.not_sent' : 'profile.waits')}
          </Notice>
        )}
        {children}
        <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
          {t('profile.save')}
        </Button>
      </form>
    </Card>
  )
}
