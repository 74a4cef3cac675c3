import { useState } from 'react'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Exhibit } from './Exhibit.tsx'

export function CodeGallery() {
  const [code, setCode] = useState('')
  return (
    <>
      <Exhibit name="Code">
        <CodeInput label="Code" value={code} onChange={setCode} />
        <p>
          Value: <output data-testid="Code">{code}</output>
        </p>
      </Exhibit>
      <Exhibit name="Code half typed, with a hint">
        <CodeInput label="Half a code" hint="Four digits, in the letter" value="12" onChange={() => undefined} />
      </Exhibit>
      <Exhibit name="Code with an error">
        <CodeInput label="Wrong code" value="" onChange={() => undefined} error="Type in the OTP" />
      </Exhibit>
      <Exhibit name="Code disabled">
        <CodeInput label="Sent code" value="1234" onChange={() => undefined} disabled />
      </Exhibit>
    </>
  )
}
