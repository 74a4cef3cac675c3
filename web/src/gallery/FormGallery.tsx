import { Camera } from 'lucide-react'
import { Button } from '../ui/button/Button.tsx'
import { LinkButton } from '../ui/button/LinkButton.tsx'
import { TextLink } from '../ui/button/TextLink.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { TextArea } from '../ui/form/TextArea.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { Example } from './Example.tsx'

export function FormGallery() {
  return (
    <>
      <Example name="Button">
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
      </Example>
      <Example name="Fields">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label="Text" hint="A hint under the label" />
          <TextField label="Text with an error" defaultValue="not a mail" error="This is a wrong email" />
          <TextField label="Optional" optional placeholder="Placeholder" />
          <TextField label="Disabled" disabled value="Cannot be changed" readOnly />
          <NumberField label="Number" unit="acres" defaultValue={2.5} />
          <TextArea label="Text area" />
        </div>
      </Example>
    </>
  )
}
