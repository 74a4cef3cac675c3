import { UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

/** Deletes the account. The dialog explains the consequences before it asks for the password. */
export function DeleteAccountCard() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('settings.leaving')}>
      <p className="text-muted">{t('settings.leaving_lead')}</p>
      <Button
        variant="danger"
        className="self-start"
        icon={<UserX aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => setOpen(true)}
      >
        {t('settings.leaving_open')}
      </Button>
      {isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
