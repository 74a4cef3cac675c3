import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { UploadProgress } from '../../../ui/media/UploadProgress.tsx'
import { usePreviewUrl } from '../../../ui/media/use-preview-url.ts'
import { useLabelOptions } from '../labels.ts'
import { invalidateTraining } from '../queries.ts'
import { type BatchItem, isEditable } from './batch-items.ts'
import { relabel, removeFromBatch, retryItem } from './batch-store.ts'

/** Limits the thumbnails on screen: a small phone has no memory for 200 decoded photos. */
const rowsPerPage = 10

export function BatchList({ items }: { items: readonly BatchItem[] }) {
  const { t } = useTranslation()
  const [requestedPage, setPage] = useState(1)
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(items.length / rowsPerPage)))
  const visibleItems = items.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  return (
    <section aria-label={t('batch.list')} className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {visibleItems.map(item => (
          <li key={`${item.file.webkitRelativePath}/${item.file.name}/${item.file.lastModified}`}>
            <Row item={item} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pageSize={rowsPerPage} count={items.length} onPageChange={setPage} />
    </section>
  )
}

function Row({ item }: { item: BatchItem }) {
  const { bytes } = useTranslation()
  const { file, state, message, progress } = item
  const url = usePreviewUrl(state === 'refused' && !item.canRetry ? null : file)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md border border-line p-3 sm:flex-nowrap">
      <div className="size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
        {url && <Thumbnail key={url} url={url} />}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="wrap-anywhere">
          <span className="font-bold">{file.name}</span> <span className="text-muted">({bytes(file.size)})</span>
        </p>
        {state === 'sending' ? <UploadProgress progress={progress} /> : <ItemState item={item} />}
        {message && <p className="text-sm">{message}</p>}
      </div>
      <LabelFields item={item} />
      <ItemActions item={item} />
    </div>
  )
}

/** Renders nothing when the browser cannot decode the file. The server reports the reason. */
function Thumbnail({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return <img src={url} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
}

function ItemState({ item: { state, label } }: { item: BatchItem }) {
  const { t } = useTranslation()
  const stateClass = { sent: 'text-leaf-ink', refused: 'text-rust-ink', ready: '', waiting: '', sending: '' }[state]
  return (
    <p className={`flex items-center gap-2 font-bold ${stateClass}`}>
      {state === 'sent' && <CircleCheck aria-hidden="true" className="size-5 shrink-0" />}
      {state === 'refused' && <CircleAlert aria-hidden="true" className="size-5 shrink-0" />}
      {t(state === 'ready' && !label ? 'batch.needs_label' : `batch.state.${state}`)}
    </p>
  )
}

function LabelFields({ item }: { item: BatchItem }) {
  const { t } = useTranslation()
  const { labelOptions, cropOptions } = useLabelOptions()
  if (!isEditable(item)) return null
  const { key, label, crop, file } = item
  return (
    <div className="grid w-full grid-cols-1 gap-2 sm:w-96 sm:grid-cols-2 [&_label]:sr-only">
      <Select
        label={t('batch.label_of', { name: file.name })}
        placeholder={t('teaching.choose_label')}
        options={labelOptions}
        value={label}
        onChange={next => relabel({ label: next }, key)}
      />
      <Select
        label={t('batch.crop_of', { name: file.name })}
        options={cropOptions}
        value={crop}
        onChange={next => relabel({ crop: next }, key)}
      />
    </div>
  )
}

function ItemActions({ item: { key, state, canRetry, file } }: { item: BatchItem }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  if (state === 'sending' || state === 'sent') return null
  return (
    <div className="flex gap-2">
      {canRetry && (
        <Button
          variant="secondary"
          aria-label={t('batch.retry', { name: file.name })}
          icon={RotateCcw}
          onClick={() => retryItem(key, () => void invalidateTraining(client))}
        >
          {t('action.retry')}
        </Button>
      )}
      <button
        type="button"
        aria-label={t('batch.remove', { name: file.name })}
        onClick={() => removeFromBatch(key)}
        className="flex size-12 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-6" />
      </button>
    </div>
  )
}
