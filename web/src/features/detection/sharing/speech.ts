import type { Language } from '@kutu/contract/common'

/** The voices that can read each language, best first. Swahili letters sound almost like those of Luganda. */
const voiceLanguages: Record<Language, readonly Language[]> = { en: ['en'], sw: ['sw'], lg: ['lg', 'sw'] }

const voicesTimeoutMs = 1500

/** Returns a voice of the device for a language. Browsers load their voices some time after the page. */
export async function findVoice(language: Language): Promise<SpeechSynthesisVoice | undefined> {
  if (speechSynthesis.getVoices().length === 0)
    await new Promise(resolve => {
      setTimeout(resolve, voicesTimeoutMs)
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true })
    })
  // Android writes `sw_KE` instead of `sw-KE`.
  const voices = voiceLanguages[language].flatMap(wanted =>
    speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === wanted),
  )
  return voices.find(({ localService }) => localService) ?? voices[0]
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
