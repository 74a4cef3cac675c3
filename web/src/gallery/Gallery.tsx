import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { TextLink } from '../ui/button/TextLink.tsx'
import { CodeGallery } from './CodeGallery.tsx'
import { DropzoneGallery } from './DropzoneGallery.tsx'
import { FormGallery } from './FormGallery.tsx'
import { MessageGallery } from './MessageGallery.tsx'
import { PageGallery } from './PageGallery.tsx'
import { PasswordGallery } from './PasswordGallery.tsx'
import { PhoneGallery } from './PhoneGallery.tsx'
import { SelectGallery } from './SelectGallery.tsx'
import { TableGallery } from './TableGallery.tsx'

const pages: Record<string, ComponentType> = {
  forms: FormGallery,
  phone: PhoneGallery,
  code: CodeGallery,
  password: PasswordGallery,
  select: SelectGallery,
  dropzone: DropzoneGallery,
  table: TableGallery,
  messages: MessageGallery,
  page: PageGallery,
}

/** Shows every UI component with its states, for development. Not part of a production build, not translated. */
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
