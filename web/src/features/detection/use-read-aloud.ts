import { useEffect, useRef, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { findVoices, readPieces, stopReading, type Voices } from './speech.ts'

/**
 * - unable: this device does not read aloud at all
 * - no_voice: it has no voice for the reader's language; the stand-in, where it has one, is the reader's to choose
 */
export type Reading =
  | { kind: 'idle' | 'reading' | 'failed' | 'unable' }
  | { kind: 'no_voice'; standIn: Voices['standIn'] }

const start: Reading = { kind: 'speechSynthesis' in window ? 'idle' : 'unable' }

/** Reads pieces aloud, in the reader's language or not at all unless they say so; silent as soon as they leave. */
export function useReadAloud(pieces: readonly string[]) {
  const { language } = useText()
  const [reading, setReading] = useState<Reading>(start)
  const turn = useRef(0)
  const text = pieces.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer or language ends the reading of this one
  useEffect(() => {
    if (start.kind === 'unable') return
    const leave = () => {
      turn.current += 1
      stopReading()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      setReading(start)
    }
  }, [text, language])

  function readWith(voice: SpeechSynthesisVoice) {
    turn.current += 1
    const own = turn.current
    setReading({ kind: 'reading' })
    readPieces(pieces, voice, outcome => {
      if (own === turn.current) setReading({ kind: outcome === 'read' ? 'idle' : 'failed' })
    })
  }

  async function read() {
    turn.current += 1
    const own = turn.current
    const { own: voice, standIn } = await findVoices(language)
    if (own !== turn.current) return
    if (voice) readWith(voice)
    else setReading({ kind: 'no_voice', standIn })
  }

  function stop() {
    turn.current += 1
    stopReading()
    setReading({ kind: 'idle' })
  }

  return { reading, read, readWith, stop }
}
