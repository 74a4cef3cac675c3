import type { Analysis } from '@kutu/contract/detection'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ResultSheet } from './ResultSheet.tsx'

/**
 * Prints the result sheet. The sheet is rendered only while printing, whether started by this button or by the
 * browser's menu.
 */
export function PrintButton({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser captures the page when this listener returns, so the update must be synchronous.
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
    // Loads the photo first. If loading fails, the sheet is printed without it.
    const image = new Image()
    image.src = analysis.image
    await image.decode().catch(() => undefined)
    window.print()
  }
  return (
    <>
      <Button variant="secondary" icon={Printer} onClick={() => void print()}>
        {t('answer.print')}
      </Button>
      {isPrinting && createPortal(<ResultSheet analysis={analysis} />, document.body)}
    </>
  )
}
