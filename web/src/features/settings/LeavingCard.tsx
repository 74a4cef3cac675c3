import { UserX } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LeavingDialog } from './LeavingDialog.tsx'

/** The way out: what it means is said before the password is asked for. */
export function LeavingCard() {
  const { t } = useText()
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
      {isOpen && <LeavingDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
