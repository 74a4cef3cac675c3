import type { Analysis } from '@kutu/contract/detection'
import { Square, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { useSpokenResult } from './result-text.ts'
import { findVoice, speakPieces } from './speech.ts'

/** Reads the result and its first steps aloud, where the browser can. Stops when the page is left or the answer changes. */
export function ReadAloud({ analysis, buttonClass }: { analysis: Analysis; buttonClass: string }) {
  const { t, language } = useTranslation()
  const pieces = useSpokenResult(analysis)
  const [isReading, setReading] = useState(false)
  const latestRequest = useRef(0)
  const content = pieces.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: stops reading when the content or the language changes
  useEffect(() => {
    if (!('speechSynthesis' in window)) return
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [content, language])

  function stop() {
    latestRequest.current += 1
    speechSynthesis.cancel()
    setReading(false)
  }
  async function read() {
    latestRequest.current += 1
    const request = latestRequest.current
    const voice = await findVoice(language)
    if (request !== latestRequest.current) return
    if (!voice) return showError(t('speech.no_voice'))
    setReading(true)
    speakPieces(pieces, voice, outcome => {
      if (request !== latestRequest.current) return
      setReading(false)
      if (outcome === 'failed') showError(t('speech.failed'))
    })
  }
  if (!('speechSynthesis' in window)) return null
  return (
    <Button
      variant="secondary"
      icon={isReading ? Square : Volume2}
      iconClass="size-6 shrink-0"
      onClick={() => (isReading ? stop() : void read())}
      className={buttonClass}
    >
      {t(isReading ? 'speech.stop' : 'speech.read')}
    </Button>
  )
}
