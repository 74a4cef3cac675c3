import type { Analysis } from '@kutu/contract/detection'
import { Square, Volume2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useSpokenResult } from './result-text.ts'
import { type Reading, useReadAloud } from './use-read-aloud.ts'

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
          icon={<Icon aria-hidden="true" className="size-6 shrink-0" />}
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
