import { findNearestDistrict } from '@kutu/places/distance'
import { getDistrict } from '@kutu/places/districts'
import { findDistrictInText } from '@kutu/places/find-district'
import { MapPin } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DistrictSelect, getDistrictName } from '../../../ui/form/DistrictSelect.tsx'

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
  const button = useRef<HTMLButtonElement>(null)
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
  return (
    <div className="flex flex-col gap-2">
      <DistrictSelect
        {...{ value, error, country }}
        hint={t('district.hint')}
        placeholder={t('district.choose')}
        optional
        buttonRef={button}
        onChange={code => {
          if (code === '') setPosition('unasked')
          onChange(code)
        }}
      />
      {suggested && (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => {
            onChange(suggested.code)
            button.current?.focus()
          }}
        >
          {t('district.suggestion', { district: getDistrictName(suggested, language) })}
        </Button>
      )}
      {'geolocation' in navigator && (
        <Button
          variant="secondary"
          className="self-start"
          icon={MapPin}
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
