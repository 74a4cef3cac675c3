import { useEffect, useRef } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { ChosenLeaf } from './use-chosen-leaves.ts'

/** What is wrong with the chosen photos and what to do about it, before anybody is asked what they show. */
export function QualityWarnings({
  leaves,
  disabled,
  onRetake,
}: {
  leaves: readonly ChosenLeaf[]
  disabled: boolean
  onRetake: (id: string) => void
}) {
  const { t } = useText()
  const bad = leaves
    .map(({ id, quality }, at) => ({ id, quality: quality ?? [], position: at + 1 }))
    .filter(({ quality }) => quality.length > 0)
  const box = useRef<HTMLDivElement>(null)
  const count = bad.length
  // Whoever has already moved on to the button below is led back to what to know first.
  useEffect(() => {
    if (count > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <div ref={box} className="scroll-mt-20 scroll-mb-24 empty:hidden">
      {bad.length > 0 && (
        <Notice kind="warning" title={t('quality.title')}>
          <ul className="flex flex-col gap-4">
            {bad.map(({ id, quality, position }) => (
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
