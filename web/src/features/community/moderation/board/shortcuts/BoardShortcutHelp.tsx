import { useTranslation } from '../../../../../i18n/use-translation.ts'
import { KeyboardHelp, KeyList } from '../../../../../ui/layout/KeyboardHelp.tsx'
import { Dialog } from '../../../../../ui/overlay/Dialog.tsx'
import { boardShortcuts } from './board-shortcuts.ts'

function useKeyDescriptions(): Record<string, string> {
  const { t } = useTranslation()
  return Object.fromEntries(Object.entries(boardShortcuts).map(([key, action]) => [key, t(`moderation.key.${action}`)]))
}

export function BoardShortcutHelp() {
  const { t } = useTranslation()
  return <KeyboardHelp label={t('moderation.keys')} lead={t('moderation.keys_lead')} keys={useKeyDescriptions()} />
}

/** The same help as a dialog, for the key `?`: on a narrow screen the line is hidden, although a keyboard may be attached. */
export function BoardShortcutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const keys = useKeyDescriptions()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('moderation.keys')}>
      <div className="flex flex-col gap-3">
        <p>{t('moderation.keys_lead')}</p>
        <KeyList keys={keys} />
      </div>
    </Dialog>
  )
}
