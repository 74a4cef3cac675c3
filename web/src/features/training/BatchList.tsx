import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Select } from '../../ui/Select.tsx'
import { SendingBar } from '../../ui/SendingBar.tsx'
import { useThumbnail } from '../../ui/use-thumbnail.ts'
import { relabel, removeFromBatch, retryItem } from './batch.ts'
import { type BatchItem, isOpen } from './batch-items.ts'
import { useChoices } from './labels.ts'
import { renewTeaching } from './teaching-queries.ts'

/** Only so many thumbnails at a time: a small phone has no room for two hundred decoded photos. */
const rowsAtOnce = 10

export function BatchList({ items }: { items: readonly BatchItem[] }) {
  const { t } = useText()
  const [wanted, setPage] = useState(1)
  const page = Math.min(wanted, Math.max(1, Math.ceil(items.length / rowsAtOnce)))
  const shown = items.slice((page - 1) * rowsAtOnce, page * rowsAtOnce)
  return (
    <section aria-label={t('batch.list')} className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {shown.map(item => (
          <li key={`${item.file.webkitRelativePath}/${item.file.name}/${item.file.lastModified}`}>
            <Row item={item} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pageSize={rowsAtOnce} count={items.length} onPage={setPage} />
    </section>
  )
}

function Row({ item }: { item: BatchItem }) {
  const { bytes } = useText()
  const { file, state, message, progress } = item
  const url = useThumbnail(state === 'refused' && !item.canRetry ? null : file)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md border border-line p-3 sm:flex-nowrap">
      <div className="size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
        {url && <Thumbnail key={url} url={url} />}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="wrap-anywhere">
          <span className="font-bold">{file.name}</span> <span className="text-muted">({bytes(file.size)})</span>
        </p>
        {state === 'sending' ? <SendingBar progress={progress} /> : <State item={item} />}
        {message && <p className="text-sm">{message}</p>}
      </div>
      <Choices item={item} />
      <RowActions item={item} />
    </div>
  )
}

/** Nothing where the browser cannot read the file: the server will say why. */
function Thumbnail({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return <img src={url} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
}

function State({ item: { state } }: { item: BatchItem }) {
  const { t } = useText()
  const look = { sent: 'text-leaf-ink', refused: 'text-rust-ink', ready: '', waiting: '', sending: '' }[state]
  return (
    <p className={`flex items-center gap-2 font-bold ${look}`}>
      {state === 'sent' && <CircleCheck aria-hidden="true" className="size-5 shrink-0" />}
      {state === 'refused' && <CircleAlert aria-hidden="true" className="size-5 shrink-0" />}
      {t(`batch.state.${state}`)}
    </p>
  )
}

function Choices({ item }: { item: BatchItem }) {
  const { t } = useText()
  const { labelOptions, cropOptions } = useChoices()
  if (!isOpen(item)) return null
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

function RowActions({ item: { key, state, canRetry, file } }: { item: BatchItem }) {
  const { t } = useText()
  const client = useQueryClient()
  if (state === 'sending' || state === 'sent') return null
  return (
    <div className="flex gap-2">
      {canRetry && (
        <Button
          variant="secondary"
          aria-label={t('batch.retry', { name: file.name })}
          icon={<RotateCcw aria-hidden="true" className="size-5" />}
          onClick={() => retryItem(key, () => void renewTeaching(client))}
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
