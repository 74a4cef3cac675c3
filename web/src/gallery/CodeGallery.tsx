import { useState } from 'react'
import { CodeInput } from '../ui/form/CodeInput.tsx'
import { Example } from './Example.tsx'

export function CodeGallery() {
  const [code, setCode] = useState('')
  return (
    <>
      <Example name="Code">
        <CodeInput label="Code" value={code} onChange={setCode} />
        <p>
          Value: <output data-testid="Code">{code}</output>
        </p>
      </Example>
      <Example name="Code half typed, with a hint">
        <CodeInput label="Half a code" hint="Four digits, in the letter" value="12" onChange={() => undefined} />
      </Example>
      <Example name="Code with an error">
        <CodeInput label="Wrong code" value="" onChange={() => undefined} error="Type in the OTP" />
      </Example>
      <Example name="Code disabled">
        <CodeInput label="Sent code" value="1234" onChange={() => undefined} disabled />
      </Example>
    </>
  )
}
