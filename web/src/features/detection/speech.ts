import type { Language } from '@kutu/contract/common'

/** Whose voice may stand in where the device has none for a language: the one that pronounces its letters least wrongly. */
const standIns: Record<Language, readonly Language[]> = { en: [], sw: ['en'], lg: ['sw', 'en'] }

/** Androids write `sw_KE`. */
const speaks = ({ lang }: SpeechSynthesisVoice, language: Language): boolean =>
  lang.toLowerCase().split(/[-_]/)[0] === language

/** A voice of the device itself before one that needs a network. */
function voiceFor(voices: readonly SpeechSynthesisVoice[], language: Language): SpeechSynthesisVoice | undefined {
  const fitting = voices.filter(voice => speaks(voice, language))
  return fitting.find(voice => voice.localService) ?? fitting[0]
}

export type Voices = {
  own: SpeechSynthesisVoice | undefined
  standIn: { language: Language; voice: SpeechSynthesisVoice } | undefined
}

const patience = 1500

/** Which voices this device has for a language. Browsers learn of their voices some time after the page was opened. */
export async function findVoices(language: Language): Promise<Voices> {
  if (speechSynthesis.getVoices().length === 0) await voicesArrive()
  const voices = speechSynthesis.getVoices()
  const own = voiceFor(voices, language)
  const [standIn] = standIns[language].flatMap(other => {
    const voice = voiceFor(voices, other)
    return voice ? [{ language: other, voice }] : []
  })
  return { own, standIn: own ? undefined : standIn }
}

function voicesArrive(): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      clearTimeout(timer)
      speechSynthesis.removeEventListener('voiceschanged', go)
      resolve()
    }
    const timer = setTimeout(go, patience)
    speechSynthesis.addEventListener('voiceschanged', go)
  })
}

// Held here, or some browsers forget a piece before it says that it has ended.
let queue: readonly SpeechSynthesisUtterance[] = []

/** Reads piece after piece. Ends when all are read, was stopped, or could not go on. */
export function readPieces(
  pieces: readonly string[],
  voice: SpeechSynthesisVoice,
  onEnd: (outcome: 'read' | 'failed') => void,
): void {
  speechSynthesis.cancel()
  queue = pieces.map(piece => {
    const utterance = new SpeechSynthesisUtterance(piece)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.onerror = ({ error }) => {
      if (error === 'canceled' || error === 'interrupted') return
      speechSynthesis.cancel()
      onEnd('failed')
    }
    return utterance
  })
  const last = queue.at(-1)
  if (last) last.onend = () => onEnd('read')
  for (const utterance of queue) speechSynthesis.speak(utterance)
}

export const stopReading = (): void => speechSynthesis.cancel()
