import { Check, ChevronDown, Languages } from 'lucide-react'
import { useId } from 'react'
import { languages } from '../../i18n/locales.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { switchLanguage } from '../../ui/feedback/switch-language.ts'
import { usePopup } from '../../ui/overlay/use-popup.ts'

/**
 * A menu with the three languages. It says that Luganda has not been reviewed by a native speaker. On phones it opens below its
 * positioned ancestor, because the button may be far from the edge.
 */
export function LanguageMenu() {
  const { t, language } = useTranslation()
  const id = useId()
  const { isOpen, setOpen, container, button, closeAndFocus } = usePopup()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from the buttons inside
    <div
      ref={container}
      className="sm:relative"
      onKeyDown={event => event.key === 'Escape' && isOpen && closeAndFocus()}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${t('language.label')}: ${t(`language.${language}`)}`}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 shrink-0 items-center gap-2 rounded-lg px-2 font-bold sm:px-3 text-leaf-ink hover:bg-leaf-tint"
      >
        <Languages aria-hidden="true" className="size-5" />
        <span className="max-sm:hidden">{t(`language.${language}`)}</span>
        <span className="uppercase sm:hidden">{language}</span>
        <ChevronDown aria-hidden="true" className="size-5 max-sm:hidden" />
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute top-full right-1 z-30 mt-1 w-64 animate-appear rounded-lg border border-edge bg-white p-1"
        >
          {languages.map(option => (
            <button
              key={option}
              type="button"
              lang={option}
              aria-pressed={option === language}
              onClick={() => {
                void switchLanguage(option)
                closeAndFocus()
              }}
              className="flex min-h-12 w-full items-center justify-between gap-2 rounded-md px-3 text-left font-bold hover:bg-leaf-tint"
            >
              {t(`language.${option}`)}
              {option === language && <Check aria-hidden="true" className="size-5 text-leaf-ink" />}
            </button>
          ))}
          <p className="border-t border-line px-3 py-2 text-sm text-muted">{t('language.luganda_note')}</p>
        </div>
      )}
    </div>
  )
}
