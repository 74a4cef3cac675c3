import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { SelectedLeaf } from './leaf-photo.ts'

/** Lists the quality problems of the selected photos before they are submitted. */
export function QualityWarnings({
  leaves,
  disabled,
  onRetake,
}: {
  leaves: readonly SelectedLeaf[]
  disabled: boolean
  onRetake: (id: string) => void
}) {
  const { t } = useTranslation()
  const leavesWithWarnings = leaves
    .map(({ id, quality }, index) => ({ id, quality: quality ?? [], position: index + 1 }))
    .filter(({ quality }) => quality.length > 0)
  const container = useRef<HTMLDivElement>(null)
  const count = leavesWithWarnings.length
  // Scrolls back to the warnings when the user has already scrolled past them to the submit button.
  useEffect(() => {
    if (count > 0) container.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <div ref={container} className="scroll-mt-20 scroll-mb-24 empty:hidden">
      {leavesWithWarnings.length > 0 && (
        <Notice kind="warning" title={t('quality.title')}>
          <ul className="flex flex-col gap-4">
            {leavesWithWarnings.map(({ id, quality, position }) => (
              <li key={id} className="flex flex-col items-start gap-2">
                {leaves.length > 1 && <span className="font-bold">{t('plant.leaf', { position })}</span>}
                {quality.map(warning => (
                  <span key={warning} className="max-w-prose">
                    {t(`quality.${warning}`)}
                  </span>
                ))}
                <Button variant="secondary" disabled={disabled} onClick={() => onRetake(id)}>
                  {leaves.length > 1 ? t('quality.retake_leaf', { position }) : t('quality.retake')}
                </Button>
              </li>
            ))}
          </ul>
          <p className="mt-4 max-w-prose">{t('quality.anyway')}</p>
        </Notice>
      )}
    </div>
  )
}
