import type { Language } from '@kutu/contract/common'

/** Whose voice may stand in where the device has none for a language: the one that pronounces its letters least wrongly. */
const fallbackLanguages: Record<Language, readonly Language[]> = { en: [], sw: ['en'], lg: ['sw', 'en'] }

/** Androids write `sw_KE`. */
const matchesLanguage = ({ lang }: SpeechSynthesisVoice, language: Language): boolean =>
  lang.toLowerCase().split(/[-_]/)[0] === language

/** A voice of the device itself before one that needs a network. */
function pickVoice(voices: readonly SpeechSynthesisVoice[], language: Language): SpeechSynthesisVoice | undefined {
  const matching = voices.filter(voice => matchesLanguage(voice, language))
  return matching.find(voice => voice.localService) ?? matching[0]
}

export type Voices = {
  preferred: SpeechSynthesisVoice | undefined
  standIn: { language: Language; voice: SpeechSynthesisVoice } | undefined
}

const voicesTimeoutMs = 1500

/** Which voices this device has for a language. Browsers learn of their voices some time after the page was opened. */
export async function findVoices(language: Language): Promise<Voices> {
  if (speechSynthesis.getVoices().length === 0) await waitForVoices()
  const voices = speechSynthesis.getVoices()
  const preferred = pickVoice(voices, language)
  const [standIn] = fallbackLanguages[language].flatMap(other => {
    const voice = pickVoice(voices, other)
    return voice ? [{ language: other, voice }] : []
  })
  return { preferred, standIn: preferred ? undefined : standIn }
}

function waitForVoices(): Promise<void> {
  return new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer)
      speechSynthesis.removeEventListener('voiceschanged', finish)
      resolve()
    }
    const timer = setTimeout(finish, voicesTimeoutMs)
    speechSynthesis.addEventListener('voiceschanged', finish)
  })
}

// Held here, or some browsers forget a piece before it says that it has ended.
let queue: readonly SpeechSynthesisUtterance[] = []

/** Reads piece after piece. Ends when all are read, was stopped, or could not go on. */
export function speakPieces(
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
