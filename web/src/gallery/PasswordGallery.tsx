import { useState } from 'react'
import { PasswordField } from '../ui/form/password/PasswordField.tsx'
import { PasswordMeter } from '../ui/form/password/PasswordMeter.tsx'
import { Example } from './Example.tsx'

/** One example of each score: too short, common, long but simple, and the three levels above. */
const examples = ['abc', 'password1', 'mahindi', 'maize4', 'Maize-4u', 'Maize-4-ever!', 'three maize cobs dry']

export function PasswordGallery() {
  const [password, setPassword] = useState('')
  return (
    <>
      <Example name="Password">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <PasswordMeter password={password} />
      </Example>
      {examples.map(example => (
        <Example key={example} name={`Password ${example}`}>
          <PasswordMeter password={example} />
        </Example>
      ))}
      <Example name="Password with an error">
        <PasswordField label="Wrong password" defaultValue="maize4" error="Password is Weak" />
      </Example>
    </>
  )
}
