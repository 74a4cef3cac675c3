import type { Language } from '@kutu/contract/common'

/** Fallback voices by language, best pronunciation first. */
const fallbackLanguages: Record<Language, readonly Language[]> = { en: [], sw: ['en'], lg: ['sw', 'en'] }

/** Android writes `sw_KE` instead of `sw-KE`. */
const matchesLanguage = ({ lang }: SpeechSynthesisVoice, language: Language): boolean =>
  lang.toLowerCase().split(/[-_]/)[0] === language

/** Prefers voices that work offline. */
function pickVoice(voices: readonly SpeechSynthesisVoice[], language: Language): SpeechSynthesisVoice | undefined {
  const matching = voices.filter(voice => matchesLanguage(voice, language))
  return matching.find(voice => voice.localService) ?? matching[0]
}

export type Voices = {
  preferred: SpeechSynthesisVoice | undefined
  fallback: { language: Language; voice: SpeechSynthesisVoice } | undefined
}

const voicesTimeoutMs = 1500

/** Returns the device's voices for a language. Browsers load their voices some time after the page. */
export async function findVoices(language: Language): Promise<Voices> {
  if (speechSynthesis.getVoices().length === 0) await waitForVoices()
  const voices = speechSynthesis.getVoices()
  const preferred = pickVoice(voices, language)
  const [fallback] = fallbackLanguages[language].flatMap(other => {
    const voice = pickVoice(voices, other)
    return voice ? [{ language: other, voice }] : []
  })
  return { preferred, fallback: preferred ? undefined : fallback }
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

// Keeps a reference: some browsers garbage-collect an utterance before its `end` event.
let queue: readonly SpeechSynthesisUtterance[] = []

/** Reads the pieces in order and calls `onEnd` after the last one or on failure, but not when stopped. */
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
