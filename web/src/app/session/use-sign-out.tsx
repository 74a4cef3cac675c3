import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { countUnsent, signOut } from './sign-out.ts'

/** Returns the handler of a Logout button and the dialog that it opens while something waits on this device. */
export function useSignOut(): { start: () => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const [unsent, setUnsent] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    const count = await countUnsent()
    if (count > 0) setUnsent(count)
    else await signOut()
  }
  const choose = (outbox: 'keep' | 'delete') => {
    setBusy(true)
    void signOut({ outbox })
  }
  const dialog = (
    <Dialog
      isOpen={unsent > 0}
      onClose={() => setUnsent(0)}
      title={t('logout.unsent', { count: unsent })}
      footer={
        <>
          <Button variant="danger" busy={isBusy} onClick={() => choose('delete')}>
            {t('logout.delete')}
          </Button>
          <Button busy={isBusy} onClick={() => choose('keep')}>
            {t('logout.keep')}
          </Button>
        </>
      }
    >
      <p>{t('logout.choice')}</p>
    </Dialog>
  )
  return { start: () => void start(), dialog }
}
