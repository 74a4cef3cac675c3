import { findNearestDistrict } from '@kutu/places/distance'
import { type District, getDistrict } from '@kutu/places/districts'
import { findDistrictInText } from '@kutu/places/find-district'
import { clsx } from 'clsx'
import { ChevronDown, MapPin, X } from 'lucide-react'
import { useState } from 'react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { controlClass, Field } from '../../../ui/form/Field.tsx'
import { usePopup } from '../../../ui/overlay/use-popup.ts'
import { DistrictList } from './DistrictList.tsx'

type Props = {
  /** Code of the chosen district; empty for none. */
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  /** The typed farm location. A district that it names is offered, and never chosen for the person. */
  location: string
  /** ISO 3166 code of the person's country, for names that exist in several. */
  country?: string | undefined
}

/** The position as found on the device, in words: it never leaves the device. */
type PositionState = 'unasked' | 'waiting' | 'found' | 'outside' | 'denied'

/** An optional district: a button that opens a searchable list, and one that finds the district by the device's position. */
export function DistrictField({ value, onChange, error, location, country }: Props) {
  const { t, language } = useTranslation()
  const [position, setPosition] = useState<PositionState>('unasked')
  const { isOpen, setOpen, container, button, closeAndFocus } = usePopup()
  const district = getDistrict(value)
  const suggested = district ? undefined : findDistrictInText(location, country)

  function findByPosition() {
    setPosition('waiting')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const nearest = findNearestDistrict(coords)
        if (nearest) onChange(nearest.code)
        setPosition(nearest ? 'found' : 'outside')
      },
      () => setPosition('denied'),
      { maximumAge: 600_000, timeout: 20_000 },
    )
  }
  const getName = ({ name, country: code }: District) => `${name}, ${getCountryName(code, language)}`
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('district.label')} hint={t('district.hint')} error={error} optional>
        {control => (
          <div ref={container} className="relative flex items-center gap-2">
            <button
              {...control}
              ref={button}
              type="button"
              role="combobox"
              aria-haspopup="listbox"
              aria-expanded={isOpen}
              aria-controls={`${control.id}-list`}
              onClick={() => setOpen(!isOpen)}
              onKeyDown={event => {
                if (isOpen || event.key !== 'ArrowDown') return
                event.preventDefault()
                setOpen(true)
              }}
              className={clsx(controlClass, 'flex items-center justify-between gap-2 text-left')}
            >
              <span className={clsx('truncate', !district && 'text-muted')}>
                {district ? getName(district) : t('district.choose')}
              </span>
              <ChevronDown aria-hidden="true" className="size-5 shrink-0" />
            </button>
            {district && (
              <Button
                variant="secondary"
                aria-label={t('district.remove')}
                icon={<X aria-hidden="true" className="size-5" />}
                onClick={() => {
                  onChange('')
                  setPosition('unasked')
                  button.current?.focus()
                }}
              />
            )}
            {isOpen && (
              <DistrictList id={`${control.id}-list`} {...{ value, country, closeAndFocus }} onSelect={onChange} />
            )}
          </div>
        )}
      </Field>
      {suggested && (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => {
            onChange(suggested.code)
            button.current?.focus()
          }}
        >
          {t('district.suggestion', { district: getName(suggested) })}
        </Button>
      )}
      {'geolocation' in navigator && (
        <Button
          variant="secondary"
          className="self-start"
          icon={<MapPin aria-hidden="true" className="size-5" />}
          busy={position === 'waiting'}
          onClick={findByPosition}
        >
          {t('district.use_position')}
        </Button>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {position === 'found' && t('district.found')}
        {position === 'outside' && t('district.outside')}
        {position === 'denied' && t('district.denied')}
      </p>
    </div>
  )
}
