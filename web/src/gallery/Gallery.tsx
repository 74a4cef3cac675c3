import { FormGallery } from './FormGallery.tsx'
import { MessageGallery } from './MessageGallery.tsx'
import { PageGallery } from './PageGallery.tsx'

/** Every piece of the kit with its states, for looking at in development; never part of a build. Not translated. */
export function Gallery() {
  return (
    <div className="flex flex-col gap-12">
      <title>Gallery · Kutu</title>
      <h1 className="text-2xl">Gallery</h1>
      <FormGallery />
      <MessageGallery />
      <PageGallery />
    </div>
  )
}
