import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { findVoices, speakPieces, stopReading, type Voices } from './speech.ts'

/**
 * - unable: this device does not read aloud at all
 * - no_voice: it has no voice for the reader's language; the stand-in, where it has one, is the reader's to choose
 */
export type Reading =
  | { kind: 'idle' | 'reading' | 'failed' | 'unable' }
  | { kind: 'no_voice'; standIn: Voices['standIn'] }

const initialReading: Reading = { kind: 'speechSynthesis' in window ? 'idle' : 'unable' }

/** Reads pieces aloud, in the reader's language or not at all unless they say so; silent as soon as they leave. */
export function useReadAloud(pieces: readonly string[]) {
  const { language } = useTranslation()
  const [reading, setReading] = useState<Reading>(initialReading)
  const latestRequest = useRef(0)
  const content = pieces.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer or language ends the reading of this one
  useEffect(() => {
    if (initialReading.kind === 'unable') return
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
    const { preferred: voice, standIn } = await findVoices(language)
    if (request !== latestRequest.current) return
    if (voice) readWithVoice(voice)
    else setReading({ kind: 'no_voice', standIn })
  }

  function stop() {
    latestRequest.current += 1
    stopReading()
    setReading({ kind: 'idle' })
  }

  return { reading, read, readWithVoice, stop }
}
