import { useState } from 'react'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PasswordMeter } from '../ui/PasswordMeter.tsx'
import { Exhibit } from './Exhibit.tsx'

/** One of each score: short, common, long but plain, and the three levels above. */
const examples = ['abc', 'password1', 'mahindi', 'maize4', 'Maize-4u', 'Maize-4-ever!', 'three maize cobs dry']

export function PasswordGallery() {
  const [password, setPassword] = useState('')
  return (
    <>
      <Exhibit name="Password">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <PasswordMeter password={password} />
      </Exhibit>
      {examples.map(example => (
        <Exhibit key={example} name={`Password ${example}`}>
          <PasswordMeter password={example} />
        </Exhibit>
      ))}
      <Exhibit name="Password with an error">
        <PasswordField label="Wrong password" defaultValue="maize4" error="Password is Weak" />
      </Exhibit>
    </>
  )
}
