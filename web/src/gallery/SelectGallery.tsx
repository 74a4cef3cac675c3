import { useState } from 'react'
import { Select } from '../ui/form/Select.tsx'
import { Example } from './Example.tsx'

const crops = ['Maize', 'Wheat', 'Rice', 'Beans', 'Sorghum', 'Millet', 'Mung beans', 'Cassava', 'Coffee'].map(
  label => ({ value: label.toUpperCase(), label }),
)

export function SelectGallery() {
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
