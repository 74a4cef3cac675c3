import { useState } from 'react'
import { PhoneInput } from '../ui/PhoneInput.tsx'
import { Exhibit } from './Exhibit.tsx'

function Phone({ name, first = '', country }: { name: string; first?: string; country?: string }) {
  const [value, setValue] = useState(first)
  return (
    <Exhibit name={name}>
      <PhoneInput value={value} onChange={setValue} {...(country !== undefined && { initialCountry: country })} />
      <p>
        Value: <output data-testid={name}>{value}</output>
      </p>
    </Exhibit>
  )
}

export function PhoneGallery() {
  return (
    <>
      <Phone name="Phone of Uganda" />
      <Phone name="Phone already valid" first="+254712123456" />
      <Phone name="Phone too short" first="0712" />
      <Phone name="Phone of an unknown country" country="XX" />
      <Exhibit name="Phone refused by the server">
        <PhoneInput value="+256772123456" onChange={() => undefined} error="This number is in use." />
      </Exhibit>
      <Exhibit name="Phone optional and disabled">
        <PhoneInput value="" onChange={() => undefined} optional disabled />
      </Exhibit>
    </>
  )
}
