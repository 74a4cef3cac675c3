import { useState } from 'react'
import { Dropzone } from '../ui/media/Dropzone.tsx'
import { Example } from './Example.tsx'

export function DropzoneGallery() {
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
