import { useTranslation } from '../../../i18n/use-translation.ts'
import { Accordion } from '../../../ui/layout/Accordion.tsx'

const tips = ['photo_tips.one', 'photo_tips.light', 'photo_tips.sharp', 'photo_tips.signs'] as const

/** Shows tips on photographing a leaf. Open when the last photo was rejected as not a leaf. */
export function PhotoTips({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  const content = (
    <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-6">
      {tips.map(tip => (
        <li key={tip}>{t(tip)}</li>
      ))}
    </ol>
  )
  const items = [{ id: 'tips', title: t('photo_tips.title'), content }]
  // A new key remounts the accordion, so that it opens even if the user closed it before.
  return <Accordion key={String(isOpen)} items={items} {...(isOpen && { open: 'tips' })} />
}
