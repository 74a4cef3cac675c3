import type { Analysis } from '@kutu/contract/detection'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ResultSheet } from './ResultSheet.tsx'

/**
 * Prints the answer. The sheet is there only while the page is printed, by this button or by the browser's own menu,
 * and nothing else of the page is printed then.
 */
export function PrintButton({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it stands when this returns.
    const showSheet = () => flushSync(() => setPrinting(true))
    const hideSheet = () => setPrinting(false)
    window.addEventListener('beforeprint', showSheet)
    window.addEventListener('afterprint', hideSheet)
    return () => {
      window.removeEventListener('beforeprint', showSheet)
      window.removeEventListener('afterprint', hideSheet)
    }
  }, [])
  async function print() {
    // Fetched first where the page has not shown it; a photo that is gone is left out.
    const image = new Image()
    image.src = analysis.image
    await image.decode().catch(() => undefined)
    window.print()
  }
  return (
    <>
      <Button
        variant="secondary"
        icon={<Printer aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => void print()}
      >
        {t('answer.print')}
      </Button>
      {isPrinting && createPortal(<ResultSheet analysis={analysis} />, document.body)}
    </>
  )
}
