import type { Analysis } from '@kutu/contract/detection'
import { Square, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useSpokenResult } from './result-text.ts'
import { findVoices, speakPieces, stopReading, type Voices } from './speech.ts'

/** Reads the result and its first steps aloud. Its button and messages are cells of the parent's grid. */
export function ReadAloud({ analysis, buttonClass }: { analysis: Analysis; buttonClass: string }) {
  const { t } = useTranslation()
  const { reading, read, readWithVoice, stop } = useReadAloud(useSpokenResult(analysis))
  const button = useRef<HTMLButtonElement>(null)
  const isReading = reading.kind === 'reading'
  const Icon = isReading ? Square : Volume2
  return (
    <>
      {reading.kind !== 'unsupported' && (
        <Button
          ref={button}
          variant="secondary"
          icon={Icon}
          iconClass="size-6 shrink-0"
          onClick={() => (isReading ? stop() : void read())}
          className={buttonClass}
        >
          {t(isReading ? 'speech.stop' : 'speech.read')}
        </Button>
      )}
      <div role="status" className="order-last basis-full empty:-mt-2">
        <ReadAloudStatus reading={reading} />
      </div>
      {reading.kind === 'no_voice' && reading.fallback && (
        <Button
          variant="secondary"
          className="order-last basis-full"
          onClick={() => {
            if (reading.fallback) readWithVoice(reading.fallback.voice)
            // This button disappears, so move the focus to the stop button.
            button.current?.focus()
          }}
        >
          {t('speech.stand_in', { language: t(`language.${reading.fallback.language}`) })}
        </Button>
      )}
    </>
  )
}

/** Explains why nothing is read. */
function ReadAloudStatus({ reading }: { reading: Reading }) {
  const { t } = useTranslation()
  if (reading.kind === 'unsupported') return <p className="text-sm text-muted">{t('speech.unable')}</p>
  if (reading.kind === 'failed') return <p>{t('speech.failed')}</p>
  if (reading.kind !== 'no_voice') return null
  return (
    <p className="max-w-prose">
      {t('speech.no_voice')} {t(reading.fallback ? 'speech.stand_in_note' : 'speech.no_voice_note')}
    </p>
  )
}

/**
 * - unsupported: the device has no speech synthesis
 * - no_voice: it has no voice for the user's language; the user may choose the fallback
 */
type Reading =
  | { kind: 'idle' | 'reading' | 'failed' | 'unsupported' }
  | { kind: 'no_voice'; fallback: Voices['fallback'] }

const initialReading: Reading = { kind: 'speechSynthesis' in window ? 'idle' : 'unsupported' }

/** Reads pieces aloud in the user's language, with a fallback voice only on request. Stops when the page is left. */
function useReadAloud(pieces: readonly string[]) {
  const { language } = useTranslation()
  const [reading, setReading] = useState<Reading>(initialReading)
  const latestRequest = useRef(0)
  const content = pieces.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: stops reading when the content or the language changes
  useEffect(() => {
    if (initialReading.kind === 'unsupported') return
    const handleLeave = () => {
      latestRequest.current += 1
      stopReading()
    }
    window.addEventListener('pagehide', handleLeave)
    return () => {
      window.removeEventListener('pagehide', handleLeave)
      handleLeave()
      setReading(initialReading)
    }
  }, [content, language])

  function readWithVoice(voice: SpeechSynthesisVoice) {
    latestRequest.current += 1
    const request = latestRequest.current
    setReading({ kind: 'reading' })
    speakPieces(pieces, voice, outcome => {
      if (request === latestRequest.current) setReading({ kind: outcome === 'read' ? 'idle' : 'failed' })
    })
  }

  async function read() {
    latestRequest.current += 1
    const request = latestRequest.current
    const { preferred: voice, fallback } = await findVoices(language)
    if (request !== latestRequest.current) return
    if (voice) readWithVoice(voice)
    else setReading({ kind: 'no_voice', fallback })
  }

  function stop() {
    latestRequest.current += 1
    stopReading()
    setReading({ kind: 'idle' })
  }

  return { reading, read, readWithVoice, stop }
}
