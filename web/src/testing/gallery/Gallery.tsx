import { type ComponentType, useState } from 'react'
import { useParams } from 'wouter'
import { Button } from '../../ui/button/Button.tsx'
import { TextLink } from '../../ui/button/TextLink.tsx'
import { showError, showSuccess } from '../../ui/feedback/toasts.ts'
import { CodeInput } from '../../ui/form/CodeInput.tsx'
import { PasswordField } from '../../ui/form/password/PasswordField.tsx'
import { PasswordMeter } from '../../ui/form/password/PasswordMeter.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { Dropzone } from '../../ui/media/Dropzone.tsx'
import { PhoneInput } from '../../ui/phone/PhoneInput.tsx'
import { Example } from './Example.tsx'
import { TableGallery } from './TableGallery.tsx'

const pages: Record<string, ComponentType> = {
  phone: PhoneGallery,
  code: CodeGallery,
  password: PasswordGallery,
  select: SelectGallery,
  dropzone: DropzoneGallery,
  table: TableGallery,
  messages: MessageGallery,
}

/** Shows the larger UI components with their states, for the tests in a browser and for development. Not part of a production build, not translated. */
export function Gallery() {
  const { '*': name = '' } = useParams()
  const Page = pages[name]
  return (
    <div className="flex flex-col gap-12">
      <title>Gallery · Kutu</title>
      <h1 className="text-2xl">{Page ? `Gallery: ${name}` : 'Gallery'}</h1>
      <nav aria-label="Gallery" className="flex flex-wrap gap-4">
        {Object.keys(pages).map(page => (
          <TextLink key={page} to={`/gallery/${page}`}>
            {page}
          </TextLink>
        ))}
      </nav>
      {Page && <Page />}
    </div>
  )
}

function CodeGallery() {
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
        <CodeInput label="Half a code" hint="Four digits, in the email" value="12" onChange={() => undefined} />
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

function DropzoneGallery() {
  const [photo, setPhoto] = useState<File | null>(null)
  return (
    <>
      <Example name="Dropzone">
        <Dropzone label="Photo of a leaf" file={photo} onFile={setPhoto} />
      </Example>
      {photo && (
        <Example name="Dropzone while sending">
          <Dropzone label="Sending" file={photo} onFile={setPhoto} progress={0.62} disabled />
        </Example>
      )}
      <Example name="Dropzone with an error">
        <Dropzone label="Refused by the server" file={null} onFile={() => undefined} error="Failed to upload image" />
      </Example>
      <Example name="Dropzone calm">
        <Dropzone label="A photo, if there is one" file={null} onFile={() => undefined} isSecondary />
      </Example>
    </>
  )
}

/** One example of each score: too short, common, long but simple, and the three levels above. */
const examples = ['abc', 'password1', 'mahindi', 'maize4', 'Maize-4u', 'Maize-4-ever!', 'three maize cobs dry']

function PasswordGallery() {
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

function PhoneGallery() {
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

const crops = ['Maize', 'Wheat', 'Rice', 'Beans', 'Sorghum', 'Millet', 'Mung beans', 'Cassava', 'Coffee'].map(
  label => ({ value: label.toUpperCase(), label }),
)

function SelectGallery() {
  const [crop, setCrop] = useState<string | null>(null)
  return (
    <>
      <Example name="Select">
        <Select label="Crop" options={crops} value={crop} onChange={setCrop} />
        <p>
          Value: <output data-testid="Select">{crop}</output>
        </p>
      </Example>
      <Example name="Select with an error">
        <Select
          label="Missing crop"
          options={crops}
          value={null}
          onChange={() => undefined}
          error="Choose a crop."
          placeholder="Which crop?"
        />
      </Example>
      <Example name="Select disabled">
        <Select label="Fixed crop" options={crops} value="RICE" onChange={() => undefined} disabled />
      </Example>
    </>
  )
}

function MessageGallery() {
  return (
    <Example name="Toasts">
      <div className="flex gap-3">
        <Button variant="secondary" onClick={() => showSuccess('Image analysis successfully done')}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => showError('This is a wrong email', 'Invalid Email')}>
          Error
        </Button>
      </div>
    </Example>
  )
}
