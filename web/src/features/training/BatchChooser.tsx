import { imageLimits } from '@kutu/contract/limits'
import { FolderOpen, ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'

/** A folder, where the browser can choose one, or several photos. */
export function BatchChooser({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useText()
  const several = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    onFiles(inOrder([...(input.files ?? [])]))
    // So that choosing the same files again counts as a choice.
    input.value = ''
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        icon={<ImagePlus aria-hidden="true" className="size-5" />}
        onClick={() => several.current?.click()}
      >
        {t('batch.choose')}
      </Button>
      <Button
        variant="secondary"
        icon={<FolderOpen aria-hidden="true" className="size-5" />}
        onClick={() => folder.current?.click()}
        // Phones have no folders to choose.
        className="pointer-coarse:hidden"
      >
        {t('batch.choose_folder')}
      </Button>
      <input
        ref={several}
        type="file"
        accept={imageLimits.types.join(',')}
        multiple
        hidden
        aria-label={t('batch.choose')}
        onChange={event => take(event.currentTarget)}
      />
      <input
        ref={input => {
          folder.current = input
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        multiple
        hidden
        aria-label={t('batch.choose_folder')}
        onChange={event => take(event.currentTarget)}
      />
    </div>
  )
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** By path: photos of one plant mostly have neighbouring names. */
const inOrder = (files: readonly File[]): File[] =>
  [...files].sort((a, b) => collator.compare(a.webkitRelativePath || a.name, b.webkitRelativePath || b.name))
