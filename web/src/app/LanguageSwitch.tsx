import { Check, ChevronDown, Languages } from 'lucide-react'
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { languages } from '../text/language.ts'
import { useText } from '../text/use-text.ts'
import { changeLanguage } from '../ui/change-language.ts'
import { usePressOutside } from '../ui/use-press-outside.ts'

/** The three languages behind one button; says that Luganda awaits a native reader. */
export function LanguageSwitch() {
  const { t, language } = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  usePressOutside(box, isOpen, close)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    close()
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from the buttons inside
    <div ref={box} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${t('language.label')}: ${t(`language.${language}`)}`}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 items-center gap-2 rounded-lg px-3 font-bold text-leaf-ink hover:bg-leaf-tint"
      >
        <Languages aria-hidden="true" className="size-5" />
        <span className="max-sm:hidden">{t(`language.${language}`)}</span>
        <span className="uppercase sm:hidden">{language}</span>
        <ChevronDown aria-hidden="true" className="size-5" />
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute top-full right-0 z-30 mt-1 w-64 animate-appear rounded-lg border border-edge bg-white p-1"
        >
          {languages.map(each => (
            <button
              key={each}
              type="button"
              lang={each}
              aria-pressed={each === language}
              onClick={() => {
                void changeLanguage(each)
                close()
                button.current?.focus()
              }}
              className="flex min-h-12 w-full items-center justify-between gap-2 rounded-md px-3 text-left font-bold hover:bg-leaf-tint"
            >
              {t(`language.${each}`)}
              {each === language && <Check aria-hidden="true" className="size-5 text-leaf-ink" />}
            </button>
          ))}
          <p className="border-t border-line px-3 py-2 text-sm text-muted">{t('language.luganda_note')}</p>
        </div>
      )}
    </div>
  )
}
