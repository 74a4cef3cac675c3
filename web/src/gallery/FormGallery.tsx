import { Camera } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { Exhibit } from './Exhibit.tsx'

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
    </>
  )
}
