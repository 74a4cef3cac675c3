import { imageLimits } from '@kutu/contract/upload-limits'
import { FolderOpen, ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'

/** Chooses several photos, or a folder where the browser supports it. */
export function BatchFileInput({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const filesInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const handleChange = (input: HTMLInputElement) => {
    onFiles(sortByPath([...(input.files ?? [])]))
    // Resets the value, so that choosing the same files again fires a change event.
    input.value = ''
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        icon={<ImagePlus aria-hidden="true" className="size-5" />}
        onClick={() => filesInput.current?.click()}
      >
        {t('batch.choose')}
      </Button>
      <Button
        variant="secondary"
        icon={<FolderOpen aria-hidden="true" className="size-5" />}
        onClick={() => folderInput.current?.click()}
        // Phones have no folder picker.
        className="pointer-coarse:hidden"
      >
        {t('batch.choose_folder')}
      </Button>
      <input
        ref={filesInput}
        type="file"
        accept={imageLimits.types.join(',')}
        multiple
        hidden
        aria-label={t('batch.choose')}
        onChange={event => handleChange(event.currentTarget)}
      />
      <input
        ref={input => {
          folderInput.current = input
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        multiple
        hidden
        aria-label={t('batch.choose_folder')}
        onChange={event => handleChange(event.currentTarget)}
      />
    </div>
  )
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** Sorts by path, because photos of one plant usually have adjacent names. */
const sortByPath = (files: readonly File[]): File[] =>
  [...files].sort((a, b) => collator.compare(a.webkitRelativePath || a.name, b.webkitRelativePath || b.name))
