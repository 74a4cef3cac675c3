import { useEffect, useState } from 'react'
import { useTranslation } from '../../../../../i18n/use-translation.ts'
import { KeyboardHelp, KeyList } from '../../../../../ui/layout/KeyboardHelp.tsx'
import { Dialog } from '../../../../../ui/overlay/Dialog.tsx'
import { boardShortcuts } from './board-shortcuts.ts'

function useKeyDescriptions(): Record<string, string> {
  const { t } = useTranslation()
  return Object.fromEntries(Object.entries(boardShortcuts).map(([key, action]) => [key, t(`moderation.key.${action}`)]))
}

const seenItem = 'boardKeysSeen'

/** The keys in one line, shown on the first visit. Later the key `?` shows them. */
export function BoardShortcutHelp() {
  const { t } = useTranslation()
  const keys = useKeyDescriptions()
  const [isFirstVisit] = useState(() => localStorage.getItem(seenItem) === null)
  useEffect(() => {
    // KeyboardHelp is hidden elsewhere.
    if (window.matchMedia('(width >= 48rem) and (pointer: fine)').matches) localStorage.setItem(seenItem, 'yes')
  }, [])
  return isFirstVisit && <KeyboardHelp label={t('moderation.keys')} lead={t('moderation.keys_lead')} keys={keys} />
}

/** All keys in a dialog, for the key `?`. */
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
