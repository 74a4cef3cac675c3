import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { findVoices, speakPieces, stopReading, type Voices } from './speech.ts'

/**
 * - unsupported: the device has no speech synthesis
 * - no_voice: it has no voice for the user's language; the user may choose the fallback
 */
export type Reading =
  | { kind: 'idle' | 'reading' | 'failed' | 'unsupported' }
  | { kind: 'no_voice'; fallback: Voices['fallback'] }

const initialReading: Reading = { kind: 'speechSynthesis' in window ? 'idle' : 'unsupported' }

/** Reads pieces aloud in the user's language, with a fallback voice only on request. Stops when the page is left. */
export function useReadAloud(pieces: readonly string[]) {
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
