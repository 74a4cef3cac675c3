import { useState } from 'react'
import { Dropzone } from '../ui/Dropzone.tsx'
import { Exhibit } from './Exhibit.tsx'

export function DropzoneGallery() {
  const [photo, setPhoto] = useState<File | null>(null)
  return (
    <>
      <Exhibit name="Dropzone">
        <Dropzone label="Photo of a leaf" file={photo} onFile={setPhoto} />
      </Exhibit>
      {photo && (
        <Exhibit name="Dropzone while sending">
          <Dropzone label="Sending" file={photo} onFile={setPhoto} progress={0.62} disabled />
        </Exhibit>
      )}
      <Exhibit name="Dropzone with an error">
        <Dropzone label="Refused by the server" file={null} onFile={() => undefined} error="Failed to upload image" />
      </Exhibit>
      <Exhibit name="Dropzone calm">
        <Dropzone label="A photo, if there is one" file={null} onFile={() => undefined} calm />
      </Exhibit>
    </>
  )
}
