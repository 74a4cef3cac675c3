import { maxDistrictsServed } from '@kutu/contract/shared-limits'
import { getDistrict } from '@kutu/places/districts'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { usePopup } from '../overlay/use-popup.ts'
import { DistrictList } from './DistrictSelect.tsx'

type DistrictsFieldProps = {
  codes: readonly string[]
  /** ISO 3166 code of the country whose districts come first. */
  country: string | undefined
  isBusy?: boolean
  onChange: (codes: string[]) => void
}

/** The districts that an expert serves, each with a button that removes it, and a searchable list that adds one. */
export function DistrictsField({ codes, country, isBusy = false, onChange }: DistrictsFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const { isOpen, setOpen, container, button, closeAndFocus } = usePopup()
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('district.served')}
        className="flex flex-wrap gap-2 outline-none empty:hidden"
      >
        {codes.map(code => {
          const name = getDistrict(code)?.name ?? code
          return (
            <li key={code}>
              <button
                type="button"
                disabled={isBusy}
                aria-label={t('action.remove_of', { name })}
                onClick={() => {
                  // The button disappears with its district, so the focus moves to the list.
                  list.current?.focus()
                  onChange(codes.filter(other => other !== code))
                }}
                className="inline-flex min-h-12 items-center gap-2 rounded-full border border-leaf-press bg-leaf-tint px-4 font-bold text-leaf-ink hover:border-ink disabled:opacity-60"
              >
                {name}
                <X aria-hidden="true" className="size-5 shrink-0" />
              </button>
            </li>
          )
        })}
      </ul>
      {codes.length < maxDistrictsServed && (
        <div ref={container} className="relative flex flex-col items-start">
          <Button
            ref={button}
            variant="secondary"
            busy={isBusy}
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            icon={Plus}
            onClick={() => setOpen(!isOpen)}
          >
            {t('district.add')}
          </Button>
          {isOpen && (
            <DistrictList
              {...{ id, country, closeAndFocus }}
              value=""
              onSelect={code => onChange([...codes.filter(other => other !== code), code])}
            />
          )}
        </div>
      )}
    </>
  )
}
