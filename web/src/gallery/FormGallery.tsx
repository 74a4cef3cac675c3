import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Dropzone } from '../ui/Dropzone.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PasswordMeter } from '../ui/PasswordMeter.tsx'
import { PhoneInput } from '../ui/PhoneInput.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { Exhibit } from './Exhibit.tsx'

const crops = [
  { value: 'MAIZE', label: 'Maize' },
  { value: 'WHEAT', label: 'Wheat' },
  { value: 'RICE', label: 'Rice' },
  { value: 'BEANS', label: 'Beans' },
  { value: 'SORGHUM', label: 'Sorghum' },
  { value: 'MILLET', label: 'Millet' },
] as const
type Crop = (typeof crops)[number]['value']

export function FormGallery() {
  return (
    <>
      <Exhibit name="Button">
        <div className="flex flex-wrap gap-3">
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="danger">Danger</Button>
          <Button variant="quiet">Quiet</Button>
          <Button busy>Busy</Button>
          <Button disabled>Disabled</Button>
          <Button size="large" icon={<Camera aria-hidden="true" />}>
            Large with icon
          </Button>
          <LinkButton to="/gallery" variant="secondary">
            LinkButton
          </LinkButton>
          <TextLink to="/gallery">TextLink</TextLink>
        </div>
      </Exhibit>
      <Exhibit name="Fields">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label="Text" hint="A hint under the label" />
          <TextField label="Text with an error" defaultValue="not a mail" error="This is a wrong email" />
          <TextField label="Optional" optional placeholder="Placeholder" />
          <TextField label="Disabled" disabled value="Cannot be changed" readOnly />
          <NumberField label="Number" unit="acres" defaultValue={2.5} />
          <TextArea label="Text area" />
        </div>
      </Exhibit>
      <Chosen />
      <Typed />
      <Photos />
    </>
  )
}

function Chosen() {
  const [crop, setCrop] = useState<Crop | null>(null)
  return (
    <Exhibit name="Select">
      <div className="grid gap-6 sm:grid-cols-2">
        <Select label="Crop" options={crops} value={crop} onChange={setCrop} />
        <Select label="With an error" options={crops} value={null} onChange={() => undefined} error="Choose a crop." />
      </div>
    </Exhibit>
  )
}

function Typed() {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [phone, setPhone] = useState('')
  return (
    <>
      <Exhibit name="PasswordField and PasswordMeter">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <PasswordMeter password={password} />
      </Exhibit>
      <Exhibit name="CodeInput">
        <CodeInput label="Code" value={code} onChange={setCode} />
        <CodeInput label="Code with an error" value="12" onChange={() => undefined} error="Type in the OTP" />
      </Exhibit>
      <Exhibit name="PhoneInput">
        <PhoneInput value={phone} onChange={setPhone} />
        <output>Value: {phone}</output>
        <PhoneInput label="Unknown country" initialCountry="XX" value="12" onChange={() => undefined} />
      </Exhibit>
    </>
  )
}

function Photos() {
  const [photo, setPhoto] = useState<File | null>(null)
  return (
    <Exhibit name="Dropzone">
      <Dropzone label="Photo of a leaf" file={photo} onFile={setPhoto} />
      {photo && <Dropzone label="Sending" file={photo} onFile={setPhoto} progress={0.62} disabled />}
      <Dropzone label="With an error" file={null} onFile={() => undefined} error="Failed to upload image" />
    </Exhibit>
  )
}
