import { useState } from 'react'
import { PhoneInput } from '../ui/phone/PhoneInput.tsx'
import { Example } from './Example.tsx'

function Phone({ name, initialValue = '', country }: { name: string; initialValue?: string; country?: string }) {
  const [value, setValue] = useState(initialValue)
  return (
    <Example name={name}>
      <PhoneInput value={value} onChange={setValue} {...(country !== undefined && { initialCountry: country })} />
      <p>
        Value: <output data-testid={name}>{value}</output>
      </p>
    </Example>
  )
}

export function PhoneGallery() {
  return (
    <>
      <Phone name="Phone of Uganda" />
      <Phone name="Phone already valid" initialValue="+254712123456" />
      <Phone name="Phone too short" initialValue="0712" />
      <Phone name="Phone of an unknown country" country="XX" />
      <Example name="Phone refused by the server">
        <PhoneInput value="+256772123456" onChange={() => undefined} error="This number is in use." />
      </Example>
      <Example name="Phone optional and disabled">
        <PhoneInput value="" onChange={() => undefined} optional disabled />
      </Example>
    </>
  )
}
