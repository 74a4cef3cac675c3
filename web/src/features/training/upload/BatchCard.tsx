import { imageLimits } from '@kutu/contract/upload-limits'
import { useQueryClient } from '@tanstack/react-query'
import { FolderOpen, ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { CollapsibleCard } from '../CollapsibleCard.tsx'
import { useLabelOptions } from '../labels.ts'
import { invalidateTraining } from '../queries.ts'
import { BatchList } from './BatchList.tsx'
import { countItems, type ItemLabels, maxBatchSize } from './batch-items.ts'
import {
  addToBatch,
  type Batch,
  clearBatch,
  pauseBatch,
  relabel,
  removeSent,
  startBatch,
  useBatch,
} from './batch-store.ts'

/**
 * Uploads up to 200 labeled photos. Each photo is a request of its own, so that one failure does not stop the others.
 */
export function BatchCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const batch = useBatch()
  const [labels, setLabels] = useState<ItemLabels>({ label: null, crop: 'none' })
  const { labelOptions, cropOptions } = useLabelOptions()
  function applyToAll(changes: Partial<ItemLabels>) {
    setLabels(current => ({ ...current, ...changes }))
    relabel(changes)
  }
  function start() {
    if (batch.items.some(({ state, label }) => state !== 'refused' && state !== 'sent' && label === null))
      return showError(t('batch.no_label'))
    startBatch(() => void invalidateTraining(client))
  }
  return (
    <CollapsibleCard title={t('batch.title')}>
      <p className="max-w-prose">{t('batch.lead', { max: maxBatchSize })}</p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label={t('batch.label_all')}
          placeholder={t('teaching.choose_label')}
          options={labelOptions}
          value={labels.label}
          onChange={label => applyToAll({ label })}
        />
        <Select
          label={t('batch.crop_all')}
          options={cropOptions}
          value={labels.crop}
          onChange={crop => applyToAll({ crop })}
        />
      </div>
      <BatchFileInput onFiles={files => addToBatch(files, labels)} />
      {batch.skippedCount > 0 && (
        <Notice kind="warning">{t('batch.too_many', { count: batch.skippedCount, max: maxBatchSize })}</Notice>
      )}
      {batch.items.length > 0 && (
        <>
          <BatchState batch={batch} />
          <BatchActions batch={batch} onStart={start} />
          <BatchList items={batch.items} />
        </>
      )}
    </CollapsibleCard>
  )
}

function BatchState({ batch: { items, phase } }: { batch: Batch }) {
  const { t, number } = useTranslation()
  const { sent, refused, remaining, done, total } = countItems(items)
  return (
    <div className="flex flex-col gap-3">
      <progress
        aria-label={t('batch.progress', { done: number(done), count: number(total) })}
        max={total}
        value={done}
        className="h-3 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
      />
      <p aria-live="polite" className="font-bold">
        {t('batch.summary', { sent: number(sent), refused: number(refused), left: number(remaining) })}
      </p>
      {phase === 'offline' && (
        <Notice kind="warning" title={t('batch.offline')}>
          {t('batch.offline_note')}
        </Notice>
      )}
      {phase === 'paused' && <Notice title={t('batch.paused')}>{t('batch.paused_note')}</Notice>}
    </div>
  )
}

function BatchActions({ batch: { items, phase }, onStart }: { batch: Batch; onStart: () => void }) {
  const { t } = useTranslation()
  const { sent, remaining, sending } = countItems(items)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      {phase === 'running' && (
        <Button variant="secondary" onClick={pauseBatch}>
          {t('batch.stop')}
        </Button>
      )}
      {phase === 'idle' && remaining > 0 && <Button onClick={onStart}>{t('batch.start', { count: remaining })}</Button>}
      {(phase === 'paused' || phase === 'offline') && <Button onClick={onStart}>{t('action.continue')}</Button>}
      {phase !== 'running' && sending === 0 && (
        <>
          {sent > 0 && sent < items.length && (
            <Button variant="secondary" onClick={removeSent}>
              {t('batch.clear_done')}
            </Button>
          )}
          <Button variant="secondary" onClick={() => (remaining > 0 ? setConfirming(true) : clearBatch())}>
            {t('batch.clear')}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('batch.clear_title')}
        confirmLabel={t('batch.clear')}
        onConfirm={async () => {
          clearBatch()
          return t('batch.cleared')
        }}
      >
        <p>{t('batch.clear_note', { count: remaining })}</p>
      </ConfirmDialog>
    </div>
  )
}

/** Chooses several photos, or a folder where the browser supports it. */
function BatchFileInput({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
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
      <Button variant="secondary" icon={ImagePlus} onClick={() => filesInput.current?.click()}>
        {t('batch.choose')}
      </Button>
      <Button
        variant="secondary"
        icon={FolderOpen}
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
