import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'

const EarlierVersions = lazyPart(async () => (await import('./EarlierVersions.tsx')).EarlierVersions)

/** Says that an answer was changed, and opens its earlier texts. Renders nothing for one that was not. */
export function EditedMark({ id, editedAt }: { id: string; editedAt: string | null }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (editedAt === null) return null
  return (
    <>
      <Button variant="quiet" icon={History} onClick={() => setOpen(true)}>
        {t('comments.edited')}
      </Button>
      {isOpen && <EarlierVersions id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
