import { useState } from 'react'
import { Select } from '../ui/Select.tsx'
import { Exhibit } from './Exhibit.tsx'

const crops = ['Maize', 'Wheat', 'Rice', 'Beans', 'Sorghum', 'Millet', 'Mung beans', 'Cassava', 'Coffee'].map(
  label => ({ value: label.toUpperCase(), label }),
)

export function SelectGallery() {
  const [crop, setCrop] = useState<string | null>(null)
  return (
    <>
      <Exhibit name="Select">
        <Select label="Crop" options={crops} value={crop} onChange={setCrop} />
        <p>
          Value: <output data-testid="Select">{crop}</output>
        </p>
      </Exhibit>
      <Exhibit name="Select with an error">
        <Select
          label="Missing crop"
          options={crops}
          value={null}
          onChange={() => undefined}
          error="Choose a crop."
          placeholder="Which crop?"
        />
      </Exhibit>
      <Exhibit name="Select disabled">
        <Select label="Fixed crop" options={crops} value="RICE" onChange={() => undefined} disabled />
      </Exhibit>
    </>
  )
}
