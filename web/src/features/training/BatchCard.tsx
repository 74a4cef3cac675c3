import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { showError } from '../../ui/toasts.ts'
import { BatchChooser } from './BatchChooser.tsx'
import { BatchList } from './BatchList.tsx'
import { addToBatch, type Batch, clearBatch, dropSent, pauseBatch, relabel, startBatch, useBatch } from './batch.ts'
import { countsOf, type Given, mostInBatch } from './batch-items.ts'
import { FoldedCard } from './FoldedCard.tsx'
import { useChoices } from './labels.ts'
import { renewTeaching } from './teaching-queries.ts'

/** Up to 200 photos with one label or several; each goes up by itself, and none holds up the rest. */
export function BatchCard() {
  const { t } = useText()
  const client = useQueryClient()
  const batch = useBatch()
  const [given, setGiven] = useState<Given>({ label: null, crop: 'none' })
  const { labelOptions, cropOptions } = useChoices()
  function giveAll(changed: Partial<Given>) {
    setGiven(before => ({ ...before, ...changed }))
    relabel(changed)
  }
  function start() {
    if (batch.items.some(({ state, label }) => state !== 'refused' && state !== 'sent' && label === null))
      return showError(t('notice.error'), t('batch.no_label'))
    startBatch(() => void renewTeaching(client))
  }
  return (
    <FoldedCard title={t('batch.title')}>
      <p className="max-w-prose">{t('batch.lead', { most: mostInBatch })}</p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label={t('batch.label_all')}
          placeholder={t('teaching.choose_label')}
          options={labelOptions}
          value={given.label}
          onChange={label => giveAll({ label })}
        />
        <Select
          label={t('batch.crop_all')}
          options={cropOptions}
          value={given.crop}
          onChange={crop => giveAll({ crop })}
        />
      </div>
      <BatchChooser onFiles={files => addToBatch(files, given)} />
      {batch.leftOut > 0 && (
        <Notice kind="warning">{t('batch.too_many', { count: batch.leftOut, most: mostInBatch })}</Notice>
      )}
      {batch.items.length > 0 && (
        <>
          <BatchState batch={batch} />
          <BatchActions batch={batch} onStart={start} />
          <BatchList items={batch.items} />
        </>
      )}
    </FoldedCard>
  )
}

function BatchState({ batch: { items, phase } }: { batch: Batch }) {
  const { t, number } = useText()
  const { sent, refused, left, done, all } = countsOf(items)
  return (
    <div className="flex flex-col gap-3">
      <progress
        aria-label={t('batch.progress', { done: number(done), count: number(all) })}
        max={all}
        value={done}
        className="h-3 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
      />
      <p aria-live="polite" className="font-bold">
        {t('batch.summary', { sent: number(sent), refused: number(refused), left: number(left) })}
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
  const { t } = useText()
  const { sent, left, sending } = countsOf(items)
  return (
    <div className="flex flex-wrap gap-2">
      {phase === 'running' && (
        <Button variant="secondary" onClick={pauseBatch}>
          {t('batch.stop')}
        </Button>
      )}
      {phase === 'idle' && left > 0 && <Button onClick={onStart}>{t('batch.start', { count: left })}</Button>}
      {(phase === 'paused' || phase === 'offline') && <Button onClick={onStart}>{t('batch.go_on')}</Button>}
      {phase !== 'running' && sending === 0 && (
        <>
          {sent > 0 && sent < items.length && (
            <Button variant="secondary" onClick={dropSent}>
              {t('batch.clear_done')}
            </Button>
          )}
          <Button variant="secondary" onClick={clearBatch}>
            {t('batch.clear')}
          </Button>
        </>
      )}
    </div>
  )
}
